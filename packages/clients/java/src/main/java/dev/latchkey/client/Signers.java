package dev.latchkey.client;

/**
 * Who signs: the root key that is built into the application, and the organization it belongs to.
 */
public final class Signers {
  final String rootKey;
  final String issuer;
  final String organizationId;

  public Signers(String rootKey, String issuer, String organizationId) {
    this.rootKey = rootKey;
    this.issuer = issuer;
    this.organizationId = organizationId;
  }
}
