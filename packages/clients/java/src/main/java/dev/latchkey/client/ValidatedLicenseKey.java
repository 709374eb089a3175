package dev.latchkey.client;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;

/** A license key that the service has just called valid. */
public final class ValidatedLicenseKey {
  private final Map<String, Object> fields;
  private final Standing standing;

  ValidatedLicenseKey(Map<String, Object> fields, Standing standing) {
    this.fields = Collections.unmodifiableMap(fields);
    this.standing = standing;
  }

  /** In the names of the API. */
  public Map<String, Object> fields() {
    return fields;
  }

  /** What it entitles to. */
  public Entitlements entitlements() {
    return new Entitlements(fields.get("entitlements"));
  }

  /**
   * What the customer needs to know. Empty if the service did not tell it, as in the answer to a
   * request that was repeated.
   */
  public Optional<Standing> standing() {
    return Optional.ofNullable(standing);
  }
}
