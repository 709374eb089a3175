package dev.latchkey.client;

import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/** A license key of whoever signed in. */
public final class SignedInKey {
  private final String id;
  private final String key;
  private final String displayKey;
  private final String benefitId;
  private final Instant expiresAt;

  private SignedInKey(
      String id, String key, String displayKey, String benefitId, Instant expiresAt) {
    this.id = id;
    this.key = key;
    this.displayKey = displayKey;
    this.benefitId = benefitId;
    this.expiresAt = expiresAt;
  }

  static SignedInKey in(Map<String, Object> told) {
    return new SignedInKey(
        Token.textIn(told, "id"),
        Token.textIn(told, "key"),
        Token.textIn(told, "display_key"),
        Token.textIn(told, "benefit_id"),
        Service.timeOf(told.get("expires_at")));
  }

  public String id() {
    return id;
  }

  public String key() {
    return key;
  }

  /** The key without most of its characters. */
  public String displayKey() {
    return displayKey;
  }

  public String benefitId() {
    return benefitId;
  }

  /** Empty if it does not expire. */
  public Optional<Instant> expiresAt() {
    return Optional.ofNullable(expiresAt);
  }
}
