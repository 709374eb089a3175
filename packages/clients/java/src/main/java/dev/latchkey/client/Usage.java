package dev.latchkey.client;

import java.util.Map;
import java.util.OptionalLong;

/** The usage of a license key after an operation. */
public final class Usage {
  private final long usage;
  private final Long limitUsage;
  private final long reservedUnits;

  private Usage(long usage, Long limitUsage, long reservedUnits) {
    this.usage = usage;
    this.limitUsage = limitUsage;
    this.reservedUnits = reservedUnits;
  }

  static Usage in(Map<String, Object> body) {
    Object usage = body.get("usage");
    Object limit = body.get("limit_usage");
    Object reserved = body.get("reserved_units");
    boolean isUsage =
        usage instanceof Long
            && reserved instanceof Long
            && (limit == null || limit instanceof Long);
    if (!isUsage) {
      throw Failure.untrusted("malformed");
    }
    return new Usage((Long) usage, (Long) limit, (Long) reserved);
  }

  public long usage() {
    return usage;
  }

  /** Empty if there is no limit. */
  public OptionalLong limitUsage() {
    return limitUsage == null ? OptionalLong.empty() : OptionalLong.of(limitUsage);
  }

  /** What all open reservations of the key hold. */
  public long reservedUnits() {
    return reservedUnits;
  }
}
