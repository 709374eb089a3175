package dev.latchkey.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** What was used of the units of a lease (docs/licensing/counters.md). */
final class UnitsRecord {
  final String activationId;

  /** What the application wants of each lease of the activation, by counter. */
  final Map<String, Long> wanted;

  /** The units that are meant; null if the lease has none. */
  final String unitsId;

  final Map<String, Long> used;

  /** Whether a request that settles them may have been sent: then none of them is used any more. */
  final boolean isSettling;

  UnitsRecord(
      String activationId,
      Map<String, Long> wanted,
      String unitsId,
      Map<String, Long> used,
      boolean isSettling) {
    this.activationId = activationId;
    this.wanted = wanted;
    this.unitsId = unitsId;
    this.used = used;
    this.isSettling = isSettling;
  }

  /** Null if it is not whole. */
  static UnitsRecord from(Map<String, Object> stored) {
    String activationId = Json.textOf(stored.get("activationId"));
    Object unitsId = stored.get("unitsId");
    boolean hasId = stored.containsKey("unitsId") && (unitsId == null || unitsId instanceof String);
    Map<String, Long> wanted = unitsOf(stored.get("wanted"));
    Map<String, Long> used = unitsOf(stored.get("used"));
    Object settling = stored.get("settling");
    boolean isWhole = activationId != null && hasId && settling instanceof Boolean;
    return isWhole && wanted != null && used != null
        ? new UnitsRecord(activationId, wanted, (String) unitsId, used, (Boolean) settling)
        : null;
  }

  /** Null for what is no number of units for each of some names. */
  static Map<String, Long> unitsOf(Object value) {
    Map<String, Object> stored = Json.objectOf(value);
    if (stored == null) {
      return null;
    }
    Map<String, Long> units = new LinkedHashMap<>();
    for (Map.Entry<String, Object> each : stored.entrySet()) {
      if (!(each.getValue() instanceof Long) || (Long) each.getValue() < 0) {
        return null;
      }
      units.put(each.getKey(), (Long) each.getValue());
    }
    return units;
  }

  UnitsRecord settling() {
    return new UnitsRecord(activationId, wanted, unitsId, used, true);
  }

  UnitsRecord used(String counter, long units) {
    Map<String, Long> counted = new LinkedHashMap<>(used);
    counted.merge(counter, units, Long::sum);
    return new UnitsRecord(activationId, wanted, unitsId, counted, isSettling);
  }

  String text() {
    Map<String, Object> text = new LinkedHashMap<>();
    text.put("version", Records.VERSION);
    text.put("activationId", activationId);
    text.put("wanted", wanted);
    text.put("unitsId", unitsId);
    text.put("used", used);
    text.put("settling", isSettling);
    return Json.write(text);
  }
}
