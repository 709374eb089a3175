package dev.latchkey.client;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The fields of a request of the conformance kit. What is not there is null, or empty. */
final class Fields {
  private final Map<String, Object> fields;

  Fields(Map<String, Object> fields) {
    this.fields = fields;
  }

  Object value(String name) {
    return fields.get(name);
  }

  boolean has(String name) {
    return fields.get(name) != null;
  }

  String text(String name) {
    return Json.textOf(fields.get(name));
  }

  Long number(String name) {
    return (Long) fields.get(name);
  }

  Map<String, Object> object(String name) {
    return has(name) ? Json.objectOf(fields.get(name)) : Map.of();
  }

  Fields fields(String name) {
    return new Fields(object(name));
  }

  List<String> texts(String name) {
    return Json.listOf(fields.get(name)).stream().map(String::valueOf).collect(Collectors.toList());
  }

  List<Fields> list(String name) {
    return Json.listOf(fields.get(name)).stream()
        .map(each -> new Fields(Json.objectOf(each)))
        .collect(Collectors.toList());
  }

  Map<String, String> textsByName(String name) {
    return object(name).entrySet().stream()
        .collect(Collectors.toMap(Map.Entry::getKey, each -> String.valueOf(each.getValue())));
  }
}
