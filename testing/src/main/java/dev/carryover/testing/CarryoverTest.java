package dev.carryover.testing;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** A class with gates among its tests: {@link CarryoverExtension} is in force. */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@Documented
@Inherited
@ExtendWith(CarryoverExtension.class)
public @interface CarryoverTest {
  /**
   * Whether a service that does not answer fails the tests that need it. Else they are skipped,
   * unless {@link CarryoverExtension#SERVICES_REQUIRED} says otherwise.
   */
  boolean servicesRequired() default false;
}
