package dev.latchkey.client;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The public keys of an organization, as its root key has signed them. */
final class KeySet {
  /** The signed token, to be verified again when it is read from a storage. */
  final String token;

  final List<SigningKey> keys;
  final Instant expiresAt;

  private KeySet(String token, List<SigningKey> keys, Instant expiresAt) {
    this.token = token;
    this.keys = keys;
    this.expiresAt = expiresAt;
  }

  /**
   * Verifies a signed set with the pinned root key. {@code at} is when it has to be valid: {@link
   * Instant#EPOCH} for a set that proves something of its time.
   */
  static KeySet open(String token, Signers signers, Instant at) {
    String kid = Json.textOf(Token.headerOf(token, Token.MAX_LIST).get("kid"));
    if (kid == null) {
      throw Failure.untrusted("unknown_key");
    }
    List<SigningKey> root = List.of(new SigningKey(kid, signers.rootKey));
    Map<String, Object> claims = Token.claimsOf(token, "jwk-set+jwt", root, Token.MAX_LIST);
    requireOf(signers, claims);
    Instant expiresAt = Token.timeIn(claims, "exp");
    if (!at.isBefore(expiresAt.plusSeconds(Token.TOLERANCE))) {
      throw Failure.untrusted("expired");
    }
    List<SigningKey> keys =
        Json.listOf(claims.get("keys")).stream()
            .map(each -> SigningKey.of(Json.objectOf(each)))
            .filter(Objects::nonNull)
            .collect(Collectors.toUnmodifiableList());
    return new KeySet(token, keys, expiresAt);
  }

  /** Fails unless claims are of this service and organization. */
  static void requireOf(Signers signers, Map<String, Object> claims) {
    if (!signers.issuer.equals(claims.get("iss"))) {
      throw Failure.untrusted("wrong_issuer");
    }
    if (!signers.organizationId.equals(claims.get("aud"))) {
      throw Failure.untrusted("wrong_organization");
    }
  }

  boolean has(String kid) {
    return keys.stream().anyMatch(key -> key.kid.equals(kid));
  }
}
