package dev.latchkey.client;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** What a lease, or a license key that was validated, entitles to. */
public final class Entitlements {
  /** The values of each benefit, by its ID. */
  private final Map<String, Map<?, ?>> flags = new LinkedHashMap<>();

  /** What is in another form than a lease or a license key has it is left out. */
  Entitlements(Object listed) {
    for (Object each : listed instanceof List ? (List<?>) listed : List.of()) {
      Map<?, ?> flag = each instanceof Map ? (Map<?, ?>) each : Map.of();
      Object benefitId = flag.get("benefit_id");
      Object values = flag.get("values");
      if (benefitId instanceof String && values instanceof Map) {
        flags.put((String) benefitId, (Map<?, ?>) values);
      }
    }
  }

  /**
   * Whether it has this: a value with the name that is neither {@code false} nor 0, or the benefit
   * with the ID.
   */
  public boolean has(String name) {
    return flags.containsKey(name) || values(name).anyMatch(Entitlements::entitles);
  }

  /** The number with this name, such as {@code limit("pages")}; the highest of several. */
  public OptionalDouble limit(String name) {
    return values(name)
        .filter(Number.class::isInstance)
        .mapToDouble(value -> ((Number) value).doubleValue())
        .max();
  }

  private Stream<?> values(String name) {
    return flags.values().stream()
        .filter(values -> values.containsKey(name))
        .map(values -> values.get(name));
  }

  private static boolean entitles(Object value) {
    boolean isZero = value instanceof Number && ((Number) value).doubleValue() == 0;
    return !isZero && !Boolean.FALSE.equals(value);
  }
}
