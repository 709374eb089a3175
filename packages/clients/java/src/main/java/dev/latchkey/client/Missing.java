package dev.latchkey.client;

/** What this Java may lack. */
public enum Missing {
  /**
   * Ed25519 signatures are in Java 15 and later. In earlier ones, a provider of {@code
   * java.security} that has them, such as Bouncy Castle, is enough.
   */
  ED25519
}
