package dev.latchkey.client;

import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Map;

/** What an application may do without a network, as the service has signed it. */
public final class Lease {
  private static final String TYPE = "latchkey-lease+jwt";

  private final Map<String, Object> claims;
  private final Map<String, Object> onDevice;
  private final Map<String, Object> listed;
  private final Map<String, Long> units;

  /** Null if there are none. */
  private final String unitsId;

  /** Reads all of it, so that a lease is whole or there is none. */
  private Lease(Map<String, Object> claims) {
    this.claims = claims;
    this.onDevice = Token.objectIn(claims, "device");
    this.listed = Token.objectIn(Token.objectIn(claims, "status"), "status_list");
    for (String name : List.of("jti", "sub")) {
      Token.textIn(claims, name);
    }
    for (String name : List.of("iat", "nbf", "exp", "refresh_after", "grace_until")) {
      Token.timeIn(claims, name);
    }
    Token.textIn(onDevice, "activation_id");
    Token.numberIn(listed, "idx");
    Token.textIn(listed, "uri");
    this.unitsId = claims.containsKey("units_id") ? Token.textIn(claims, "units_id") : null;
    this.units = unitsId == null ? Map.of() : UnitsRecord.unitsOf(claims.get("units"));
    if (units == null) {
      throw Failure.untrusted("malformed");
    }
  }

  /**
   * Everything that can be verified without a network: the set of keys, the lease, and the time.
   * For servers and tools; {@link LicenseClient#check()} does it for applications.
   */
  public static Result<LicenseState> verify(
      String lease, String signedKeys, Instant now, Signers signers, Expected expected) {
    return Result.of(
        () ->
            verified(
                lease, KeySet.open(signedKeys, signers, Instant.EPOCH), now, signers, expected));
  }

  static LicenseState verified(
      String token, KeySet set, Instant now, Signers signers, Expected expected) {
    Lease lease = proven(token, set, signers, expected);
    if (now.isBefore(lease.notBefore().minusSeconds(Token.TOLERANCE))) {
      throw Failure.untrusted("not_yet_valid");
    }
    if (!now.isBefore(lease.graceUntil().plusSeconds(Token.TOLERANCE))) {
      throw Failure.untrusted("expired");
    }
    return LicenseState.usable(lease, now);
  }

  /** The lease that a set of keys proves. The time is not considered. */
  static Lease proven(String token, KeySet set, Signers signers, Expected expected) {
    Lease lease = open(token, set.keys, signers, expected);
    if (!lease.issuedAt().isBefore(set.expiresAt.plusSeconds(Token.TOLERANCE))) {
      throw Failure.untrusted("expired");
    }
    return lease;
  }

  /**
   * The lease in a token that one of the keys has signed, for this organization and device. The
   * time is not considered.
   */
  static Lease open(String token, List<SigningKey> keys, Signers signers, Expected expected) {
    Map<String, Object> claims = Token.claimsOf(token, TYPE, keys, Token.MAX);
    KeySet.requireOf(signers, claims);
    Lease lease = new Lease(claims);
    if (expected.licenseKeyId != null && !expected.licenseKeyId.equals(lease.licenseKeyId())) {
      throw Failure.untrusted("wrong_license_key");
    }
    if (!expected.device.equals(lease.device())) {
      throw Failure.untrusted("wrong_device");
    }
    if (expected.benefitIds != null
        && !expected.benefitIds.contains(
            Token.textIn(Token.objectIn(claims, "license"), "benefit_id"))) {
      throw Failure.untrusted("wrong_benefit");
    }
    if (expected.nonce != null && !expected.nonce.equals(claims.get("nonce"))) {
      throw Failure.untrusted("wrong_nonce");
    }
    return lease;
  }

  public String id() {
    return Token.textIn(claims, "jti");
  }

  public String licenseKeyId() {
    return Token.textIn(claims, "sub");
  }

  public String activationId() {
    return Token.textIn(onDevice, "activation_id");
  }

  /** Null if the lease is of no device. */
  public String device() {
    return Json.textOf(onDevice.get("id"));
  }

  public Instant issuedAt() {
    return Token.timeIn(claims, "iat");
  }

  public Instant notBefore() {
    return Token.timeIn(claims, "nbf");
  }

  public Instant expiresAt() {
    return Token.timeIn(claims, "exp");
  }

  public Instant refreshAfter() {
    return Token.timeIn(claims, "refresh_after");
  }

  public Instant graceUntil() {
    return Token.timeIn(claims, "grace_until");
  }

  /** Units of counters that the device may use without a network. */
  public Map<String, Long> units() {
    return Collections.unmodifiableMap(units);
  }

  /** The ID with which the units are settled; null if there are none. */
  String unitsId() {
    return unitsId;
  }

  /** What it entitles to. */
  public Entitlements entitlements() {
    return new Entitlements(claims.get("entitlements"));
  }

  /** All claims, also those that this version does not know. */
  public Map<String, Object> claims() {
    return Collections.unmodifiableMap(claims);
  }

  long statusIndex() {
    return Token.numberIn(listed, "idx");
  }

  String statusUri() {
    return Token.textIn(listed, "uri");
  }
}
