package dev.latchkey.client;

import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Units of counters that came with a lease, and are used without a network
 * (docs/licensing/counters.md). What was granted is in the lease, which is signed; what was used is
 * stored with the ID of the units, before it is allowed.
 */
final class LeasedUnits {
  /** What is known of the units of an activation before a renewal of its lease. */
  static final class Before {
    /** The stored lease, which may be that of another activation, or null. */
    String token;

    /** Whether a stored lease says which units the activation has. */
    boolean isKnown;

    /** Whether a settlement was sent before, whose answer is not stored. */
    boolean isUnanswered;

    /** What is stored of units that are not settled yet, or null. */
    UnitsRecord unsettled;

    /** Null if there is nothing to settle. */
    Map<String, Object> settled;

    /** What the application has not used. */
    Map<String, Long> left = Map.of();

    /** What the application wants of each lease. */
    Map<String, Long> wanted = Map.of();

    /**
     * What a renewal asks for, one after the other, until the service has so many: what is wanted,
     * or what was left, or nothing.
     */
    List<Map<String, Long>> takes(Map<String, Long> asked, boolean isRepeated) {
      if (asked.isEmpty() || (settled == null && !isRepeated)) {
        return List.of(asked);
      }
      Map<String, Long> take = new LinkedHashMap<>();
      asked.forEach((counter, units) -> take.put(counter, Math.min(units, countIn(left, counter))));
      take.values().removeIf(units -> units == 0);
      return take.isEmpty() ? List.of(asked, take) : List.of(asked, take, Map.of());
    }
  }

  private final Parts parts;
  private final Leases leases;

  LeasedUnits(Parts parts, Leases leases) {
    this.parts = parts;
    this.leases = leases;
  }

  long use(String counter, long units) {
    if (units < 1) {
      throw Failure.refused("INVALID_REQUEST", 422, "Units are a whole number from 1.");
    }
    return parts.storage.withLock(
        () -> {
          LicenseState state = leases.check();
          if (!state.isUsable()) {
            throw unusable(state.reason().orElse(""));
          }
          Lease lease = state.lease();
          Long granted = lease.units().get(counter);
          if (granted == null) {
            String detail = "The lease has no units of counter `" + counter + "`.";
            throw Failure.refused("INVALID_REQUEST", 422, detail);
          }
          UnitsRecord record = recordOf(lease);
          if (record == null) {
            String detail = "The units of the lease are settled. Renew it.";
            throw Failure.refused("UNITS_SETTLED", 403, detail);
          }
          long left = Math.max(0, granted - countIn(record.used, counter));
          if (units > left) {
            String detail = "The lease has " + left + " units of counter `" + counter + "` left.";
            throw Failure.refused("COUNTER_LIMIT_REACHED", 400, detail);
          }
          parts.records.write(record.used(counter, units));
          return left - units;
        });
  }

  /** What is left of each counter of the lease; nothing without one that is usable. */
  Map<String, Long> left() {
    LicenseState state = leases.check();
    if (!state.isUsable()) {
      return Map.of();
    }
    UnitsRecord record = recordOf(state.lease());
    Map<String, Long> units = state.lease().units();
    return without(units, record == null ? units : record.used);
  }

  /**
   * Whether none of the units can be used before the lease is renewed: they were settled, and the
   * answer is not stored.
   */
  boolean areSettled(Lease lease) {
    return lease.unitsId() != null && recordOf(lease) == null;
  }

  /**
   * Stores that the application uses none of its units any more, which the renewal then settles.
   */
  Before settle(String activationId, Consumer<UncheckedIOException> notStored) {
    Before before = known(activationId);
    if (before.unsettled == null) {
      return before;
    }
    return leases.withLock(
        () -> {
          Before now = known(activationId);
          if (now.unsettled != null) {
            try {
              parts.records.write(now.unsettled.settling());
              now.unsettled = null;
            } catch (UncheckedIOException e) {
              notStored.accept(e);
            }
          }
          return now;
        });
  }

  private Before known(String activationId) {
    Before before = new Before();
    LeaseRecord stored = parts.records.lease();
    before.token = stored == null ? null : stored.lease;
    Lease lease = leases.stored();
    UnitsRecord record = parts.records.units();
    if (record != null && record.activationId.equals(activationId)) {
      before.wanted = record.wanted;
    }
    before.isKnown = lease != null && lease.activationId().equals(activationId);
    if (!before.isKnown || lease.unitsId() == null) {
      return before;
    }
    boolean isOfLease = record != null && lease.unitsId().equals(record.unitsId);
    // Units of which it is not known what was used count as used.
    before.left = without(lease.units(), isOfLease ? record.used : lease.units());
    before.settled =
        Map.of("units_id", lease.unitsId(), "units", without(lease.units(), before.left));
    before.isUnanswered = record != null && (!isOfLease || record.isSettling);
    before.unsettled = isOfLease && !record.isSettling ? record : null;
    return before;
  }

  /**
   * Stores a lease with its units, with the lock. {@code notStored} gets what the storage throws.
   */
  void store(
      Lease lease,
      LeaseRecord renewed,
      Before before,
      Map<String, Long> wanted,
      Consumer<UncheckedIOException> notStored) {
    UnitsRecord known = parts.records.units();
    LeaseRecord stored = parts.records.lease();
    boolean isOfLease = Objects.equals(known == null ? null : known.unitsId, lease.unitsId());
    boolean isSame = Objects.equals(stored == null ? null : stored.lease, before.token);
    if (!isOfLease && !isSame) {
      // Another process has renewed the lease since, and has settled these units.
      return;
    }
    if (known != null || lease.unitsId() != null || !wanted.isEmpty()) {
      boolean isKept = isOfLease && known != null;
      Map<String, Long> unknown = before.isKnown ? Map.of() : lease.units();
      UnitsRecord record =
          new UnitsRecord(
              lease.activationId(),
              wanted,
              lease.unitsId(),
              isKept ? known.used : unknown,
              isKept && known.isSettling);
      try {
        // First: a lease whose units have no record counts as used up.
        parts.records.write(record);
      } catch (UncheckedIOException e) {
        notStored.accept(e);
        if (!isOfLease) {
          return;
        }
      }
    }
    leases.store(renewed, notStored);
  }

  /** What is stored of the units that may be used; null if they are settled. */
  private UnitsRecord recordOf(Lease lease) {
    UnitsRecord record = parts.records.units();
    boolean isUsable =
        record != null && Objects.equals(record.unitsId, lease.unitsId()) && !record.isSettling;
    return isUsable ? record : null;
  }

  private static long countIn(Map<String, Long> units, String counter) {
    return units.getOrDefault(counter, 0L);
  }

  private static Map<String, Long> without(Map<String, Long> units, Map<String, Long> used) {
    return units.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                each -> Math.max(0, each.getValue() - countIn(used, each.getKey()))));
  }

  /** Why no units of a lease can be used that is not usable itself. */
  private static Failure unusable(String reason) {
    switch (reason) {
      case "no_lease":
        return Failure.notActivated();
      case "unsupported_runtime":
        return Failure.unsupported();
      case "clock_set_back":
        return Failure.refused(
            "CLOCK_SET_BACK",
            403,
            "The clock of the machine shows a time before one that was seen earlier.");
      case "expired":
        return Failure.refused("LEASE_ENDED", 403, "The lease and its grace are over. Renew it.");
      case "revoked":
        return Failure.refused(
            "REVOKED", 403, "The license key or the activation of the lease has ended.");
      case "suspended":
        return Failure.refused("DISABLED", 403, "The license key of the lease is disabled.");
      default:
        return Failure.untrusted(reason);
    }
  }
}
