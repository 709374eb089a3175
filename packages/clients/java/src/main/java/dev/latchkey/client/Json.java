package dev.latchkey.client;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonParseException;
import com.google.gson.Strictness;
import com.google.gson.ToNumberPolicy;
import java.util.List;
import java.util.Map;

/** JSON, strictly: what is not in its form is null. */
final class Json {
  private static final Gson GSON =
      new GsonBuilder()
          .setStrictness(Strictness.STRICT)
          .setObjectToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE)
          .serializeNulls()
          .disableHtmlEscaping()
          .create();

  private Json() {}

  /** Null if the text is no JSON object. */
  static Map<String, Object> parseObject(String text) {
    try {
      return objectOf(GSON.fromJson(text, Object.class));
    } catch (JsonParseException e) {
      return null;
    }
  }

  static String write(Object value) {
    return GSON.toJson(value);
  }

  /** A text in which no character is escaped that need not be, which Gson does. */
  static String quoted(String text) {
    StringBuilder written = new StringBuilder("\"");
    for (int n = 0; n < text.length(); n++) {
      char each = text.charAt(n);
      if (each == '"' || each == '\\' || each < ' ') {
        String escaped = write(String.valueOf(each));
        written.append(escaped, 1, escaped.length() - 1);
      } else {
        written.append(each);
      }
    }
    return written.append('"').toString();
  }

  /** Null if this is no object. */
  @SuppressWarnings("unchecked") // Gson makes no maps with other keys.
  static Map<String, Object> objectOf(Object value) {
    return value instanceof Map ? (Map<String, Object>) value : null;
  }

  /** Empty if this is no array. */
  static List<?> listOf(Object value) {
    return value instanceof List ? (List<?>) value : List.of();
  }

  /** Null if this is no text. */
  static String textOf(Object value) {
    return value instanceof String ? (String) value : null;
  }
}
