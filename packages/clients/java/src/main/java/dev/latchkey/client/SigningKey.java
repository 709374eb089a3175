package dev.latchkey.client;

import java.util.Map;
import java.util.regex.Pattern;

/** A public Ed25519 key of a set. */
final class SigningKey {
  private static final Pattern X = Pattern.compile("[A-Za-z0-9_-]{43}");

  final String kid;
  private final byte[] key;

  SigningKey(String kid, String x) {
    this.kid = kid;
    this.key = Encoding.fromBase64(x);
  }

  static boolean isKey(String x) {
    return x != null && X.matcher(x).matches();
  }

  /** Null if a JSON Web Key is another one. */
  static SigningKey of(Map<String, Object> jwk) {
    if (jwk == null || !"OKP".equals(jwk.get("kty")) || !"Ed25519".equals(jwk.get("crv"))) {
      return null;
    }
    String kid = Json.textOf(jwk.get("kid"));
    String x = Json.textOf(jwk.get("x"));
    return kid != null && isKey(x) ? new SigningKey(kid, x) : null;
  }

  /** The algorithm comes with the key, never from what it verifies. */
  boolean verifies(byte[] signature, byte[] data) {
    return Ed25519.verifies(key, signature, data);
  }
}
