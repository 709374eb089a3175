package dev.latchkey.client;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/** Signed tokens. */
final class Token {
  static final int MAX = 16 * 1024;

  /** Of lists and sets, which have more content. */
  static final int MAX_LIST = 256 * 1024;

  /** By how much clocks may differ, in seconds. */
  static final int TOLERANCE = 60;

  private static final Pattern FORM =
      Pattern.compile("[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+\\.[A-Za-z0-9_-]+");
  private static final Instant LATEST = Instant.parse("9999-12-31T23:59:59Z");

  private Token() {}

  /** The header of a token, which nothing proves yet. */
  static Map<String, Object> headerOf(String token, int longest) {
    if (token.length() > longest) {
      throw Failure.untrusted("too_long");
    }
    if (!FORM.matcher(token).matches()) {
      throw Failure.untrusted("malformed");
    }
    return decoded(token.substring(0, token.indexOf('.')));
  }

  /** The ID of the key that has signed a token, as it says. */
  static String kidOf(String token, int longest) {
    return String.valueOf(headerOf(token, longest).get("kid"));
  }

  /** The claims of a token of this type that one of these keys has signed. */
  static Map<String, Object> claimsOf(
      String token, String type, List<SigningKey> keys, int longest) {
    Map<String, Object> header = headerOf(token, longest);
    if (!"EdDSA".equals(header.get("alg"))) {
      throw Failure.untrusted("wrong_algorithm");
    }
    if (!type.equals(header.get("typ"))) {
      throw Failure.untrusted("wrong_type");
    }
    if (header.containsKey("crit") || header.containsKey("b64")) {
      throw Failure.untrusted("malformed");
    }
    int end = token.lastIndexOf('.');
    String signed = token.substring(0, end);
    byte[] signature = Encoding.fromBase64(token.substring(end + 1));
    SigningKey key = keyOf(header.get("kid"), keys);
    if (signature == null || !key.verifies(signature, signed.getBytes(US_ASCII))) {
      throw Failure.untrusted("bad_signature");
    }
    return decoded(signed.substring(signed.indexOf('.') + 1));
  }

  /** That one of the keys which has this ID. */
  static SigningKey keyOf(Object kid, List<SigningKey> keys) {
    return keys.stream()
        .filter(key -> key.kid.equals(kid))
        .findFirst()
        .orElseThrow(() -> Failure.untrusted("unknown_key"));
  }

  static Instant timeIn(Map<String, Object> claims, String name) {
    return Instant.ofEpochSecond(numberIn(claims, name));
  }

  /** Not negative, and no more than the seconds until the end of the year 9999. */
  static long numberIn(Map<String, Object> claims, String name) {
    Object number = claims.get(name);
    if (!(number instanceof Long) || (Long) number < 0 || (Long) number > LATEST.getEpochSecond()) {
      throw Failure.untrusted("malformed");
    }
    return (Long) number;
  }

  static String textIn(Map<String, Object> claims, String name) {
    String text = Json.textOf(claims.get(name));
    if (text == null) {
      throw Failure.untrusted("malformed");
    }
    return text;
  }

  static Map<String, Object> objectIn(Map<String, Object> claims, String name) {
    Map<String, Object> object = Json.objectOf(claims.get(name));
    if (object == null) {
      throw Failure.untrusted("malformed");
    }
    return object;
  }

  private static Map<String, Object> decoded(String part) {
    byte[] bytes = Encoding.fromBase64(part);
    String text = bytes == null ? null : Encoding.utf8(bytes);
    Map<String, Object> object = text == null ? null : Json.parseObject(text);
    if (object == null) {
      throw Failure.untrusted("malformed");
    }
    return object;
  }
}
