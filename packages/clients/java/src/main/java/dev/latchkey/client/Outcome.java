package dev.latchkey.client;

/** How an operation ended. */
public enum Outcome {
  OK,
  /** The service refused. Refusals are not signed: they end no lease that is valid. */
  REFUSED,
  /** There was no answer, after all attempts. */
  UNAVAILABLE,
  /** Something was answered, or is stored, that the service did not sign for this. */
  UNTRUSTED,
  /** No license key is stored that could be presented. */
  NOT_ACTIVATED,
  /** This Java lacks something, see {@link LicenseClient#missing()}. Nothing was sent. */
  UNSUPPORTED
}
