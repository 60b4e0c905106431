/**
 * JMH benchmarks of what has a figure to hold.
 *
 * <pre>{@code
 * ./mvnw -q -pl benchmarks -am package -DskipTests
 * java -cp benchmarks/target/classes:$(cat benchmarks/target/classpath) org.openjdk.jmh.Main EmbeddingThroughput
 * }</pre>
 *
 * {@link dev.carryover.benchmarks.TransformerSpeed} is no JMH benchmark: {@code
 * bench/transformer.sh} runs it beside other engines.
 */
@NullMarked
package dev.carryover.benchmarks;

import org.jspecify.annotations.NullMarked;
