package dev.carryover.testing;

import java.lang.reflect.Method;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * Chooses where the runs of a test lie: {@code CLASS/METHOD} in the folder of all runs, {@code
 * CLASS} for what runs before all tests of a class, {@code CLASS/METHOD/N} for the N-th invocation
 * of a parameterized or repeated test.
 */
final class RunPlaces {
  private static final Pattern INVOCATION = Pattern.compile("#(\\d+)]$");

  private RunPlaces() {}

  static Path of(ExtensionContext context) {
    Class<?> type = context.getRequiredTestClass();
    Path runs =
        context
            .getConfigurationParameter(CarryoverExtension.RUNS)
            .map(Path::of)
            .orElseGet(() -> buildFolder(type).resolve("carryover"));
    Path ofClass = runs.resolve(type.getName());
    return context.getTestMethod().map(method -> ofTest(context, ofClass, method)).orElse(ofClass);
  }

  private static Path ofTest(ExtensionContext context, Path ofClass, Method method) {
    Path ofMethod = ofClass.resolve(name(method));
    Matcher invocation = INVOCATION.matcher(context.getUniqueId());
    return invocation.find() ? ofMethod.resolve(invocation.group(1)) : ofMethod;
  }

  /** Overloaded methods differ in their parameters. */
  private static String name(Method method) {
    Stream<String> parameters =
        Arrays.stream(method.getParameterTypes())
            .filter(type -> type != RunFolder.class)
            .map(Class::getSimpleName);
    return Stream.concat(Stream.of(method.getName()), parameters)
        .map(word -> word.replaceAll("[^A-Za-z0-9_$]", "_"))
        .collect(Collectors.joining("-"));
  }

  /** The nearest folder of Maven or Gradle that the class was compiled into. */
  private static Path buildFolder(Class<?> type) {
    return Stream.iterate(codeOf(type), path -> path.isPresent(), path -> path.map(Path::getParent))
        .flatMap(Optional::stream)
        .filter(path -> path.endsWith("target") || path.endsWith("build"))
        .findFirst()
        .orElse(Path.of("target"));
  }

  private static Optional<Path> codeOf(Class<?> type) {
    CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(Path.of(source.getLocation().toURI()));
    } catch (URISyntaxException e) {
      return Optional.empty();
    }
  }
}
