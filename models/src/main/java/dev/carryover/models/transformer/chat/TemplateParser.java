package dev.carryover.models.transformer.chat;

import dev.carryover.models.transformer.chat.Piece.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Parses a template's pieces into what is to be done. */
final class TemplateParser {
  private static final Set<String> ENDS =
      Set.of("endif", "elif", "else", "endfor", "endmacro", "endgeneration");

  private final List<Piece> pieces;
  private int at;
  private int depth;

  private TemplateParser(List<Piece> pieces) {
    this.pieces = pieces;
  }

  /** The whole of a template. */
  static Statement parse(String template) {
    var parser = new TemplateParser(Cutter.cut(template));
    try {
      Statement all = parser.block();
      if (parser.at < parser.pieces.size()) {
        throw new TemplateException("'" + parser.keyword() + "' ends nothing");
      }
      return all;
    } catch (TemplateException e) {
      int last = Math.min(parser.at, parser.pieces.size() - 1);
      throw e.at(parser.pieces.get(last).line());
    }
  }

  /** Everything up to the statement that ends it, which is not taken. */
  private Statement block() {
    depth++;
    if (depth > Limits.DEPTH) {
      throw new TemplateException("more than %d statements in each other".formatted(Limits.DEPTH));
    }
    List<Statement> parts = new ArrayList<>();
    while (at < pieces.size()
        && !(pieces.get(at).kind() == Kind.STATEMENT && ENDS.contains(keyword()))) {
      Piece piece = pieces.get(at);
      Statement part =
          switch (piece.kind()) {
            case TEXT -> scope -> scope.write(piece.text());
            case COMMENT -> scope -> {};
            case OUTPUT -> output(piece);
            case STATEMENT -> statement(piece);
          };
      parts.add(located(piece, part));
      at++;
    }
    depth--;
    return scope -> parts.forEach(part -> part.run(scope));
  }

  private static Statement located(Piece piece, Statement statement) {
    return scope -> {
      try {
        statement.run(scope);
      } catch (TemplateException e) {
        throw e.at(piece.line());
      }
    };
  }

  /** The first word of the piece that comes next. */
  private String keyword() {
    return new Words(pieces.get(at).text()).next().text();
  }

  private static Statement output(Piece piece) {
    var words = new Words(piece.text());
    Expression value = new ExpressionParser(words).parse();
    words.requireEnd();
    return scope -> scope.write(Values.text(value.in(scope)));
  }

  /** A statement with all that belongs to it; its last piece is not taken. */
  private Statement statement(Piece piece) {
    var words = new Words(piece.text());
    String keyword = words.next().text();
    return switch (keyword) {
      case "if" -> choice(words);
      case "for" -> loop(words);
      case "set" -> assignment(words);
      case "generation" -> bodyUpTo("endgeneration");
      case "macro" -> {
        // one that is never called does no harm, and a call is refused: its name is not known
        bodyUpTo("endmacro");
        yield scope -> {};
      }
      default -> throw new TemplateException("the statement '" + keyword + "' is not known here");
    };
  }

  /** What comes next, up to one of these statements. */
  private Statement bodyUpTo(String... ends) {
    at++;
    Statement body = block();
    if (at == pieces.size() || !List.of(ends).contains(keyword())) {
      throw new TemplateException("'" + ends[ends.length - 1] + "' is missing");
    }
    return body;
  }

  private record Branch(Expression condition, Statement body) {}

  private Statement choice(Words first) {
    List<Branch> branches = new ArrayList<>();
    Words words = first;
    for (String keyword = "if"; !keyword.equals("endif"); keyword = words.next().text()) {
      if (keyword.equals("else")) {
        words.requireEnd();
        branches.add(new Branch(scope -> true, bodyUpTo("endif")));
      } else {
        Expression condition = new ExpressionParser(words).parse();
        words.requireEnd();
        branches.add(new Branch(condition, bodyUpTo("elif", "else", "endif")));
      }
      words = new Words(pieces.get(at).text());
    }
    return scope ->
        branches.stream()
            .filter(branch -> Values.isTrue(branch.condition.in(scope)))
            .findFirst()
            .ifPresent(branch -> branch.body.run(scope));
  }

  private static Statement assignment(Words words) {
    String name = words.name();
    Optional<String> attribute = words.take(".") ? Optional.of(words.name()) : Optional.empty();
    words.require("=");
    Expression value = new ExpressionParser(words).parse();
    words.requireEnd();
    if (attribute.isEmpty()) {
      return scope -> scope.set(name, value.in(scope));
    }
    return scope -> {
      if (!(scope.get(name) instanceof Namespace namespace)) {
        throw new TemplateException("'" + name + "' is no namespace");
      }
      namespace.values().put(attribute.get(), value.in(scope));
    };
  }

  private Statement loop(Words words) {
    List<String> names = new ArrayList<>(List.of(words.name()));
    while (words.take(",")) {
      names.add(words.name());
    }
    words.require("in");
    Expression elements = new ExpressionParser(words).either();
    Optional<Expression> condition =
        words.take("if") ? Optional.of(new ExpressionParser(words).parse()) : Optional.empty();
    words.requireEnd();
    Statement body = bodyUpTo("else", "endfor");
    Optional<Statement> otherwise =
        keyword().equals("else") ? Optional.of(bodyUpTo("endfor")) : Optional.empty();
    return new Loop(names, elements, condition, body, otherwise);
  }
}
