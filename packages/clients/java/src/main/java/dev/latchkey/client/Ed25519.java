package dev.latchkey.client;

import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.NoSuchAlgorithmException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Arrays;

/**
 * Signatures with Ed25519, with keys as they are: 32 bytes. Java 11 can compile this, and lacks the
 * algorithm.
 */
final class Ed25519 {
  static final int KEY_BYTES = 32;
  private static final String NAME = "Ed25519";

  /** What precedes a key in the forms that Java reads (RFC 8410). */
  private static final byte[] PUBLIC = {0x30, 0x2a, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 3, 0x21, 0};

  private static final byte[] PRIVATE = {
    0x30, 0x2e, 2, 1, 0, 0x30, 5, 6, 3, 0x2b, 0x65, 0x70, 4, 0x22, 4, 0x20
  };

  private Ed25519() {}

  /** A pair of keys. */
  static final class Pair {
    final byte[] secret;
    final byte[] open;

    Pair(byte[] secret, byte[] open) {
      this.secret = secret;
      this.open = open;
    }
  }

  static boolean isThere() {
    try {
      Signature.getInstance(NAME);
      KeyFactory.getInstance(NAME);
      return true;
    } catch (NoSuchAlgorithmException e) {
      return false;
    }
  }

  /** False as well if signature or key are in no such form. */
  static boolean verifies(byte[] key, byte[] signature, byte[] data) {
    try {
      PublicKey read =
          KeyFactory.getInstance(NAME).generatePublic(new X509EncodedKeySpec(joined(PUBLIC, key)));
      Signature verifier = Signature.getInstance(NAME);
      verifier.initVerify(read);
      verifier.update(data);
      return verifier.verify(signature);
    } catch (NoSuchAlgorithmException e) {
      throw Failure.unsupported();
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  static byte[] sign(byte[] secret, byte[] data) {
    try {
      PrivateKey key =
          KeyFactory.getInstance(NAME)
              .generatePrivate(new PKCS8EncodedKeySpec(joined(PRIVATE, secret)));
      Signature signer = Signature.getInstance(NAME);
      signer.initSign(key);
      signer.update(data);
      return signer.sign();
    } catch (NoSuchAlgorithmException e) {
      throw Failure.unsupported();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  static Pair generate() {
    try {
      KeyPair pair = KeyPairGenerator.getInstance(NAME).generateKeyPair();
      byte[] secret = pair.getPrivate().getEncoded();
      byte[] open = pair.getPublic().getEncoded();
      return new Pair(
          Arrays.copyOfRange(secret, PRIVATE.length, PRIVATE.length + KEY_BYTES),
          Arrays.copyOfRange(open, PUBLIC.length, PUBLIC.length + KEY_BYTES));
    } catch (NoSuchAlgorithmException e) {
      throw Failure.unsupported();
    }
  }

  private static byte[] joined(byte[] prefix, byte[] key) {
    return ByteBuffer.allocate(prefix.length + key.length).put(prefix).put(key).array();
  }
}
