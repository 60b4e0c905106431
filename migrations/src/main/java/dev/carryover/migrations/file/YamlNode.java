package dev.carryover.migrations.file;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;
import org.snakeyaml.engine.v2.nodes.MappingNode;
import org.snakeyaml.engine.v2.nodes.Node;
import org.snakeyaml.engine.v2.nodes.NodeTuple;
import org.snakeyaml.engine.v2.nodes.ScalarNode;
import org.snakeyaml.engine.v2.nodes.SequenceNode;
import org.snakeyaml.engine.v2.nodes.Tag;

/** A piece of a YAML file that knows its place. */
final class YamlNode {
  private final String file;
  private final Node node;
  private final String name;
  private final Node key;

  /**
   * @param key leads to the node; the node itself where none does
   */
  private YamlNode(String file, Node node, String name, Node key) {
    this.file = file;
    this.node = node;
    this.name = name;
    this.key = key;
  }

  /**
   * Reads a document that is a mapping.
   *
   * @throws ConfigException naming the line of what is no YAML
   */
  static YamlNode read(String file, byte[] bytes) {
    String text;
    try {
      text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      throw new ConfigException(
          file + ":" + lineOfBadByte(bytes), "the file is not UTF-8 text", "save it as UTF-8");
    }
    Optional<Node> root = compose(file, text);
    if (root.isEmpty() || root.get().getTag().equals(Tag.NULL)) {
      throw new ConfigException(
          file, "the file is empty", "'carryover init' writes one to start from");
    }
    return new YamlNode(file, root.get(), "the file", root.get());
  }

  private static Optional<Node> compose(String file, String text) {
    String remedy = "check indentation, quotes and colons";
    try {
      return new Compose(LoadSettings.builder().setUseMarks(true).build()).composeString(text);
    } catch (MarkedYamlEngineException e) {
      throw new ConfigException(
          file + e.getProblemMark().map(YamlNode::line).orElse(""),
          "not valid YAML: " + e.getProblem(),
          remedy);
    } catch (ReaderException e) {
      int at = text.offsetByCodePoints(0, Math.min(e.getPosition(), text.length()));
      throw new ConfigException(
          file + ":" + (1 + text.substring(0, at).chars().filter(c -> c == '\n').count()),
          "not valid YAML: the character U+%04X may not stand here".formatted(e.getCodePoint()),
          "remove it");
    } catch (YamlEngineException e) {
      throw new ConfigException(file, "not valid YAML: " + e.getMessage(), remedy);
    }
  }

  private static long lineOfBadByte(byte[] bytes) {
    ByteBuffer in = ByteBuffer.wrap(bytes);
    CharBuffer out = CharBuffer.allocate(bytes.length);
    StandardCharsets.UTF_8.newDecoder().decode(in, out, true);
    return 1 + out.flip().chars().filter(c -> c == '\n').count();
  }

  private static String line(Mark mark) {
    return ":" + (mark.getLine() + 1);
  }

  /** The file and the line of the value, such as {@code upgrade.yaml:12}. */
  String where() {
    return file + node.getStartMark().map(YamlNode::line).orElse("");
  }

  /** The file and the line of the key that leads here. */
  String whereKey() {
    return file + key.getStartMark().map(YamlNode::line).orElse("");
  }

  /** The key that leads here. */
  String name() {
    return name;
  }

  boolean isScalar() {
    return node instanceof ScalarNode;
  }

  /** The values of a mapping by key, in the order of the file. */
  Map<String, YamlNode> mapping() {
    if (!(node instanceof MappingNode mapping)) {
      throw new ConfigException(
          where(), "'" + name + "' is not a mapping", "write 'key: value' lines, indented alike");
    }
    Map<String, YamlNode> values = new LinkedHashMap<>();
    for (NodeTuple tuple : mapping.getValue()) {
      YamlNode named = new YamlNode(file, tuple.getKeyNode(), name, tuple.getKeyNode());
      String text = named.text();
      YamlNode value = new YamlNode(file, tuple.getValueNode(), text, tuple.getKeyNode());
      if (values.put(text, value) != null) {
        throw new ConfigException(
            named.where(), "'" + text + "' is given twice", "keep one of them");
      }
    }
    return values;
  }

  /** The items of a list. */
  List<YamlNode> list() {
    if (!(node instanceof SequenceNode sequence)) {
      throw new ConfigException(where(), "'" + name + "' is not a list", "write '- item' lines");
    }
    List<YamlNode> items = new ArrayList<>();
    sequence.getValue().forEach(item -> items.add(new YamlNode(file, item, name, item)));
    return items;
  }

  /** The text of a scalar. */
  String text() {
    if (node instanceof ScalarNode scalar && !scalar.getTag().equals(Tag.NULL)) {
      return scalar.getValue();
    }
    throw new ConfigException(where(), "'" + name + "' has no plain value", "give it one");
  }
}
