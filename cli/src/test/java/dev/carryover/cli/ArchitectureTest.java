package dev.carryover.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.domain.JavaPackage;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.ImportOption.DoNotIncludeTests;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import com.tngtech.archunit.library.GeneralCodingRules;
import dev.carryover.core.Answer;
import dev.carryover.core.Evidence;
import dev.carryover.core.Observation;
import dev.carryover.core.Probe;
import dev.carryover.core.ProbedHistory;
import dev.carryover.core.spi.WriterModel;
import org.jspecify.annotations.NullMarked;

/** The rules of the architecture, on the compiled classes of all modules. */
@AnalyzeClasses(
    packages = "dev.carryover",
    importOptions = {DoNotIncludeTests.class, ArchitectureTest.WithoutTestKits.class})
final class ArchitectureTest {
  /** Leaves out the archive of core's test kits, which is on the class path of tests only. */
  static final class WithoutTestKits implements ImportOption {
    @Override
    public boolean includes(Location location) {
      return !location.contains("-tests.jar");
    }
  }

  private static final String[] LEAVES = {
    "dev.carryover.fixtures..",
    "dev.carryover.models..",
    "dev.carryover.formats..",
    "dev.carryover.probes..",
    "dev.carryover.repair..",
    "dev.carryover.reports..",
    "dev.carryover.migrations.."
  };

  @ArchTest
  static final ArchRule coreDependsOnNoOtherModule =
      noClasses()
          .that(resideInAPackage("dev.carryover.core.."))
          .should()
          .dependOnClassesThat(
              resideInAPackage("dev.carryover..")
                  .and(not(resideInAPackage("dev.carryover.core.."))));

  @ArchTest
  static final ArchRule modulesBesideEachOtherShareOnlyCore =
      classes()
          .that(resideInAnyPackage(LEAVES))
          .should(
              new ArchCondition<JavaClass>("depend on core and their own module alone") {
                @Override
                public void check(JavaClass item, ConditionEvents events) {
                  item.getDirectDependenciesFromSelf().stream()
                      .filter(d -> module(d.getTargetClass()).startsWith("dev.carryover."))
                      .filter(d -> !module(d.getTargetClass()).equals("dev.carryover.core"))
                      .filter(d -> !module(d.getTargetClass()).equals(module(item)))
                      .forEach(
                          d -> events.add(SimpleConditionEvent.violated(item, d.getDescription())));
                }
              });

  @ArchTest
  static final ArchRule packagesAreFreeOfCycles =
      slices().matching("dev.carryover.(**)").should().beFreeOfCycles();

  @ArchTest
  static final ArchRule jacksonStaysInsideTheRunDirectory =
      noClasses()
          .that(resideInAPackage("dev.carryover.core.."))
          .and(not(resideInAPackage("dev.carryover.core.run..")))
          .should()
          .dependOnClassesThat(resideInAPackage("com.fasterxml.."));

  @ArchTest
  static final ArchRule commonsMathStaysInsideStatistics =
      noClasses()
          .that(resideInAPackage("dev.carryover.."))
          .and(not(resideInAPackage("dev.carryover.core.stats..")))
          .should()
          .dependOnClassesThat(resideInAPackage("org.apache.commons.math3.."));

  @ArchTest
  static final ArchRule readPathsNeverSeeAnswersOrEvidence =
      noClasses()
          .that(resideInAnyPackage("dev.carryover.formats..", "dev.carryover.models.."))
          .should()
          .dependOnClassesThat()
          .belongToAnyOf(
              Probe.class, ProbedHistory.class, Answer.class, Evidence.class, Observation.class);

  @ArchTest
  static final ArchRule reportsSeeARunReportAndNeverARun =
      noClasses()
          .that(resideInAPackage("dev.carryover.reports.."))
          .should()
          .dependOnClassesThat(resideInAnyPackage("dev.carryover.core.run.."))
          .orShould()
          .dependOnClassesThat()
          .belongToAnyOf(Observation.class);

  @ArchTest
  static final ArchRule onlyTheCommandWritesToTheConsole =
      noClasses()
          .that(not(resideInAPackage("dev.carryover.cli..")))
          .should(GeneralCodingRules.ACCESS_STANDARD_STREAMS);

  @ArchTest
  static final ArchRule packagesSayWhatMayBeNull =
      classes()
          .should(
              new ArchCondition<JavaClass>("reside in a package that is @NullMarked") {
                @Override
                public void check(JavaClass item, ConditionEvents events) {
                  JavaPackage home = item.getPackage();
                  if (!home.isAnnotatedWith(NullMarked.class)) {
                    events.add(
                        SimpleConditionEvent.violated(
                            item, home.getName() + " is not @NullMarked"));
                  }
                }
              });

  @ArchTest
  static final ArchRule coreShowsNoThirdPartyTypes =
      classes()
          .that(resideInAPackage("dev.carryover.core.."))
          .and()
          .arePublic()
          .should(
              new ArchCondition<JavaClass>("show types of Java and of core alone") {
                @Override
                public void check(JavaClass item, ConditionEvents events) {
                  for (JavaMethod method : item.getMethods()) {
                    if (method.getModifiers().contains(JavaModifier.PRIVATE)
                        || !method.getModifiers().contains(JavaModifier.PUBLIC)) {
                      continue;
                    }
                    method.getAllInvolvedRawTypes().stream()
                        .map(type -> type.isArray() ? type.getBaseComponentType() : type)
                        .filter(type -> !type.isPrimitive())
                        .map(JavaClass::getPackageName)
                        .filter(name -> !name.startsWith("java."))
                        .filter(name -> !name.startsWith("dev.carryover.core"))
                        .forEach(
                            name ->
                                events.add(
                                    SimpleConditionEvent.violated(
                                        method, method.getFullName() + " shows " + name)));
                  }
                }
              });

  @ArchTest
  static final ArchRule aWriterAroundAnotherPassesEveryTaskOn =
      classes()
          .that()
          .areAssignableTo(WriterModel.class)
          .should(
              new ArchCondition<JavaClass>("rewrite through the writer that they hold") {
                @Override
                public void check(JavaClass item, ConditionEvents events) {
                  boolean holdsAnother =
                      item.getFields().stream()
                          .anyMatch(field -> field.getRawType().isEquivalentTo(WriterModel.class));
                  boolean rewrites =
                      item.getMethods().stream()
                          .anyMatch(method -> method.getName().equals("rewrite"));
                  if (holdsAnother && !rewrites) {
                    events.add(
                        SimpleConditionEvent.violated(
                            item, item.getName() + " leaves rewriting to the default"));
                  }
                }
              });

  private static String module(JavaClass type) {
    String[] parts = type.getPackageName().split("\\.");
    return parts.length < 3
        ? type.getPackageName()
        : String.join(".", parts[0], parts[1], parts[2]);
  }
}
