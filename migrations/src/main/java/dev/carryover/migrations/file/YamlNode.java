package dev.carryover.migrations.file;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Compose;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
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

  private YamlNode(String file, Node node, String name) {
    this.file = file;
    this.node = node;
    this.name = name;
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
      throw new ConfigException(file, "the file is not UTF-8 text", "save it as UTF-8");
    }
    try {
      Optional<Node> root =
          new Compose(LoadSettings.builder().setUseMarks(true).build()).composeString(text);
      if (root.isEmpty()) {
        throw new ConfigException(
            file, "the file is empty", "'carryover init' writes one to start from");
      }
      return new YamlNode(file, root.get(), "the file");
    } catch (MarkedYamlEngineException e) {
      String where = file + e.getProblemMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
      throw new ConfigException(
          where, "not valid YAML: " + e.getProblem(), "check indentation, quotes and colons");
    } catch (YamlEngineException e) {
      throw new ConfigException(
          file, "not valid YAML: " + e.getMessage(), "check indentation, quotes and colons");
    }
  }

  /** The file and the line, such as {@code upgrade.yaml:12}. */
  String where() {
    return file + node.getStartMark().map(mark -> ":" + (mark.getLine() + 1)).orElse("");
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
      YamlNode keyNode = new YamlNode(file, tuple.getKeyNode(), name);
      String key = keyNode.text();
      if (values.put(key, new YamlNode(file, tuple.getValueNode(), key)) != null) {
        throw new ConfigException(
            keyNode.where(), "'" + key + "' is given twice", "keep one of them");
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
    sequence.getValue().forEach(item -> items.add(new YamlNode(file, item, name)));
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
