package dev.carryover.testing;

import dev.carryover.migrations.run.PreflightException;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.LifecycleMethodExecutionExceptionHandler;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;

/**
 * Gives a test its {@link RunFolder}, puts the verdict and the address of the HTML report into the
 * test report, and skips a test where a service that it needs does not answer. A service that is
 * there and is not what it should be fails the test like any other finding.
 */
public final class CarryoverExtension
    implements ParameterResolver,
        TestExecutionExceptionHandler,
        LifecycleMethodExecutionExceptionHandler {
  /**
   * Configuration parameter of JUnit, and so a system property too: {@code true} has an absent
   * service fail the tests that need it, as a CI server should.
   */
  public static final String SERVICES_REQUIRED = "carryover.services.required";

  /**
   * Configuration parameter that names the folder of all runs; {@code carryover} in the build
   * folder where it is not set.
   */
  public static final String RUNS = "carryover.runs";

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == RunFolder.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return new RunFolder(RunPlaces.of(context), context::publishReportEntry);
  }

  @Override
  public void handleTestExecutionException(ExtensionContext context, Throwable thrown)
      throws Throwable {
    throwOrSkip(context, thrown);
  }

  @Override
  public void handleBeforeAllMethodExecutionException(ExtensionContext context, Throwable thrown)
      throws Throwable {
    throwOrSkip(context, thrown);
  }

  @Override
  public void handleBeforeEachMethodExecutionException(ExtensionContext context, Throwable thrown)
      throws Throwable {
    throwOrSkip(context, thrown);
  }

  private static void throwOrSkip(ExtensionContext context, Throwable thrown) throws Throwable {
    if (thrown instanceof PreflightException found
        && found.servicesAbsent()
        && !servicesRequired(context)) {
      Assumptions.abort(
          "skipped, since a service does not answer: %s (%s=true has this fail)"
              .formatted(found.getMessage(), SERVICES_REQUIRED));
    }
    throw thrown;
  }

  private static boolean servicesRequired(ExtensionContext context) {
    boolean everywhere =
        context
            .getConfigurationParameter(SERVICES_REQUIRED)
            .map(CarryoverExtension::flag)
            .orElse(false);
    return everywhere
        || Stream.<Class<?>>iterate(
                context.getRequiredTestClass(), type -> type != null, Class::getEnclosingClass)
            .map(type -> Optional.ofNullable(type.getAnnotation(CarryoverTest.class)))
            .flatMap(Optional::stream)
            .anyMatch(CarryoverTest::servicesRequired);
  }

  private static boolean flag(String text) {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new ExtensionConfigurationException(
              "%s is '%s'; choose true or false".formatted(SERVICES_REQUIRED, text));
    };
  }
}
