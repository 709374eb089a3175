package dev.latchkey.client;

import java.time.Instant;

/** Units of usage that are kept for this application. */
public final class Reservation {
  private final String id;
  private final Instant expiresAt;
  private final Usage usage;

  Reservation(String id, Instant expiresAt, Usage usage) {
    this.id = id;
    this.expiresAt = expiresAt;
    this.usage = usage;
  }

  public String id() {
    return id;
  }

  public Instant expiresAt() {
    return expiresAt;
  }

  public Usage usage() {
    return usage;
  }
}
