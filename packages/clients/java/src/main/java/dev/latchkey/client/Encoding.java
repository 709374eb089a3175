package dev.latchkey.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Base64;

/** Texts and bytes. */
final class Encoding {
  private static final SecureRandom RANDOM = new SecureRandom();

  private Encoding() {}

  static String toBase64Url(byte[] data) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(data);
  }

  /** Of either alphabet, padded or not. Null if the text is no base64. */
  static byte[] fromBase64(String text) {
    try {
      return Base64.getUrlDecoder().decode(text.replace('+', '-').replace('/', '_'));
    } catch (IllegalArgumentException e) {
      return null;
    }
  }

  /** Null if the bytes are no UTF-8. */
  static String utf8(byte[] bytes) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
    } catch (CharacterCodingException e) {
      return null;
    }
  }

  /** The value of a digest field (RFC 9530). */
  static String contentDigest(String text) {
    return "sha-256=:" + Base64.getEncoder().encodeToString(sha256(text)) + ":";
  }

  static byte[] sha256(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java has SHA-256.", e);
    }
  }

  static String nonce() {
    byte[] bytes = new byte[24];
    RANDOM.nextBytes(bytes);
    return toBase64Url(bytes);
  }
}
