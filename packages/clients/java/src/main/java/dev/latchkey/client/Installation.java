package dev.latchkey.client;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** What an application says about itself when it is activated. */
public final class Installation {
  final String label;
  final Map<String, Object> conditions;
  final Map<String, Object> meta;

  private Installation(String label, Map<String, Object> conditions, Map<String, Object> meta) {
    this.label = label;
    this.conditions = conditions;
    this.meta = meta;
  }

  /** {@code label} is shown to the customer and the seller, such as the name of the machine. */
  public static Installation of(String label) {
    return new Installation(label, Map.of(), Map.of());
  }

  /** Have to be the same in every validation. */
  public Installation withConditions(Map<String, ?> conditions) {
    return new Installation(label, copied(conditions), meta);
  }

  public Installation withMeta(Map<String, ?> meta) {
    return new Installation(label, conditions, copied(meta));
  }

  /** Another version of the library may have stored one without a label. */
  Installation named() {
    return label.isEmpty() ? new Installation("Device", conditions, meta) : this;
  }

  private static Map<String, Object> copied(Map<String, ?> fields) {
    return Collections.unmodifiableMap(new LinkedHashMap<>(fields));
  }
}
