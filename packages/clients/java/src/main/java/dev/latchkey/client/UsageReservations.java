package dev.latchkey.client;

import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;

/**
 * Reservations of usage (docs/licensing/reservations.md). The answers are not signed. Each is done
 * once if it has to be repeated.
 */
public final class UsageReservations {
  private final Parts parts;

  UsageReservations(Parts parts) {
    this.parts = parts;
  }

  /**
   * Keeps units of the usage of the license key for this application, for as long as the service
   * decides.
   */
  public Result<Reservation> reserve(long units) {
    return Result.of(() -> reserved(Map.of("units", units)));
  }

  /** For so many seconds. */
  public Result<Reservation> reserve(long units, Duration time) {
    return Result.of(() -> reserved(Map.of("units", units, "ttl_seconds", time.toSeconds())));
  }

  /** Uses the units of a reservation. */
  public Result<Usage> commit(String id) {
    return Result.of(() -> Usage.in(call("reservations/" + id + "/commit", Map.of())));
  }

  /** Uses some of the units of a reservation; the others are free again. */
  public Result<Usage> commit(String id, long units) {
    return Result.of(
        () -> Usage.in(call("reservations/" + id + "/commit", Map.of("units", units))));
  }

  /** Gives the units of a reservation back. */
  public Result<Void> release(String id) {
    return Result.done(() -> call("reservations/" + id + "/release", Map.of()));
  }

  private Reservation reserved(Map<String, Object> fields) {
    Map<String, Object> body = call("reservations", fields);
    Instant expiresAt = Service.timeOf(body.get("expires_at"));
    if (expiresAt == null) {
      throw Failure.untrusted("malformed");
    }
    return new Reservation(Token.textIn(body, "id"), expiresAt, Usage.in(body));
  }

  private Map<String, Object> call(String operation, Map<String, Object> fields) {
    Map<String, Object> body = parts.keyOf(parts.withKey());
    body.putAll(fields);
    return parts.service.call(
        parts.transport.begin(),
        operation,
        body,
        Map.of("idempotency-key", UUID.randomUUID().toString()));
  }
}
