package dev.latchkey.client;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Activation by files that somebody carries to a machine with a network and back
 * (docs/licensing/offline-activation.md).
 */
public final class OfflineActivation {
  private static final String KEY = "device-key";
  private static final String PENDING = "request";
  private static final String LAST_DEACTIVATION = "deactivation";

  /** Characters that the service accepts: neither control characters nor lone surrogates. */
  private static final Pattern LINE = Pattern.compile("[^\\p{Cc}\\p{Cs}]+");

  private final Parts parts;
  private final Leases leases;

  OfflineActivation(Parts parts, Leases leases) {
    this.parts = parts;
    this.leases = leases;
  }

  /**
   * The content of a request file. The answer to an earlier request is no longer accepted. Throws
   * {@link IllegalArgumentException} for what no file may say: every text is one line.
   */
  public Result<String> request(String label) {
    return request(label, null, null);
  }

  /** {@code platform} and {@code appVersion} may be null. */
  public Result<String> request(String label, String platform, String appVersion) {
    return Result.of(
        () -> {
          String nonce = Encoding.nonce();
          Map<String, Object> claims = new LinkedHashMap<>();
          claims.put("version", LeaseFile.VERSION);
          claims.put("aud", parts.signers.organizationId);
          claims.put("jti", nonce);
          claims.put("iat", parts.clock.now().getEpochSecond());
          claims.put("device", parts.deviceId());
          claims.put("label", line("label", label, 255));
          if (platform != null) {
            claims.put("platform", line("platform", platform, 64));
          }
          if (appVersion != null) {
            claims.put("app_version", line("appVersion", appVersion, 64));
          }
          String file = signed("latchkey-activation-request+jwt", claims);
          parts.storage.write(PENDING, Json.write(Map.of("nonce", nonce)));
          return file;
        });
  }

  /** The text without blanks around it, such as the line break at the end of a file. */
  private static String line(String name, String given, int longest) {
    String text = given.trim();
    if (!LINE.matcher(text).matches() || text.codePointCount(0, text.length()) > longest) {
      throw new IllegalArgumentException(
          name + " has to be one line of 1 to " + longest + " characters, without control ones.");
    }
    return text;
  }

  /**
   * Takes in the lease file that answers the last request. A file can be taken in again as long as
   * its lease is the current one.
   */
  public Result<LicenseState> importLease(String file) {
    return Result.of(
        () -> {
          LeaseFile read = LeaseFile.read(file);
          return parts.storage.withLock(
              () -> {
                LeaseRecord current = parts.records.lease();
                if (current == null || !current.lease.equals(read.lease)) {
                  takeIn(read);
                }
                return leases.check();
              });
        });
  }

  /**
   * Ends the lease on this machine, and returns the content of a deactivation file: with it the
   * service gives the place to another machine at once. Nothing brings the lease back. {@link
   * #lastDeactivation()} returns the same text again.
   */
  public Result<String> deactivate() {
    return Result.of(
        () -> {
          Lease lease = leases.held();
          Map<String, Object> claims = new LinkedHashMap<>();
          claims.put("version", LeaseFile.VERSION);
          claims.put("aud", parts.signers.organizationId);
          claims.put("sub", lease.licenseKeyId());
          claims.put("activation_id", lease.activationId());
          claims.put("lease", lease.id());
          claims.put("iat", parts.clock.now().getEpochSecond());
          String file = signed("latchkey-deactivation+jwt", claims);
          parts.storage.write(LAST_DEACTIVATION, file);
          parts.records.forget();
          parts.storage.remove(PENDING);
          parts.storage.remove(KEY);
          return file;
        });
  }

  /** The last deactivation file, for those who could not save it. */
  public Optional<String> lastDeactivation() {
    return parts.storage.read(LAST_DEACTIVATION);
  }

  private void takeIn(LeaseFile file) {
    Map<String, Object> pending = Json.parseObject(parts.storage.read(PENDING).orElse(""));
    String nonce = pending == null ? null : Json.textOf(pending.get("nonce"));
    if (nonce == null) {
      throw Failure.untrusted("replayed");
    }
    KeySet set = KeySet.open(file.signedKeys, parts.signers, Instant.EPOCH);
    Lease lease =
        Lease.open(file.lease, set.keys, parts.signers, parts.expected().withNonce(nonce));
    if (!lease.issuedAt().isBefore(set.expiresAt)) {
      throw Failure.untrusted("expired");
    }
    parts.clock.correctByFile(lease.issuedAt());
    LicenseRecord last = parts.records.license();
    LicenseRecord known = last == null ? LicenseRecord.of(null, null, Installation.of("")) : last;
    parts.records.write(
        new LicenseRecord(
            lease.licenseKeyId().equals(known.licenseKeyId) ? known.key : null,
            lease.activationId(),
            lease.licenseKeyId(),
            null,
            known.device,
            known.installation.withConditions(Map.of())));
    parts.records.write(LeaseRecord.of(file.lease, file.signedKeys, lease));
    parts.storage.remove(PENDING);
  }

  private String signed(String type, Map<String, Object> claims) {
    Ed25519.Pair key = deviceKey();
    Map<String, String> jwk =
        Map.of("kty", "OKP", "crv", "Ed25519", "x", Encoding.toBase64Url(key.open));
    Map<String, Object> header = Map.of("alg", "EdDSA", "typ", type, "jwk", jwk);
    String signed = encoded(header) + "." + encoded(claims);
    return signed + "." + Encoding.toBase64Url(Ed25519.sign(key.secret, signed.getBytes(US_ASCII)));
  }

  private static String encoded(Map<String, Object> part) {
    return Encoding.toBase64Url(Json.write(part).getBytes(UTF_8));
  }

  /** The key that proves that a deactivation comes from the machine that made the request. */
  private Ed25519.Pair deviceKey() {
    Map<String, Object> stored = Json.parseObject(parts.storage.read(KEY).orElse(""));
    if (stored != null) {
      byte[] secret = bytesOf(stored.get("d"));
      byte[] open = bytesOf(stored.get("x"));
      if (secret.length == Ed25519.KEY_BYTES
          && Ed25519.verifies(open, Ed25519.sign(secret, open), open)) {
        return new Ed25519.Pair(secret, open);
      }
    }
    Ed25519.Pair made = Ed25519.generate();
    Map<String, Object> jwk = new LinkedHashMap<>();
    jwk.put("kty", "OKP");
    jwk.put("crv", "Ed25519");
    jwk.put("x", Encoding.toBase64Url(made.open));
    jwk.put("d", Encoding.toBase64Url(made.secret));
    parts.storage.write(KEY, Json.write(jwk));
    return made;
  }

  private static byte[] bytesOf(Object text) {
    byte[] bytes = text instanceof String ? Encoding.fromBase64((String) text) : null;
    return bytes == null ? new byte[0] : bytes;
  }
}
