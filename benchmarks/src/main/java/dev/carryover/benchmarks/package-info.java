/**
 * JMH benchmarks of what has a figure to hold.
 *
 * <pre>{@code
 * ./mvnw -q -pl benchmarks -am package -DskipTests
 * java -cp benchmarks/target/classes:$(cat benchmarks/target/classpath) org.openjdk.jmh.Main EmbeddingThroughput
 * }</pre>
 */
@NullMarked
package dev.carryover.benchmarks;

import org.jspecify.annotations.NullMarked;
