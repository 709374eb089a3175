package dev.latchkey.client;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** Why an operation did not do what it was asked for. The license that is stored is what it was. */
public final class Problem {
  private final Outcome outcome;
  private final String code;
  private final String detail;
  private final int status;
  private final Instant retryAt;
  private final Duration retryAfter;
  private final URI manageUrl;

  private Problem(
      Outcome outcome,
      String code,
      String detail,
      int status,
      Instant retryAt,
      Duration retryAfter,
      URI manageUrl) {
    this.outcome = outcome;
    this.code = code;
    this.detail = detail;
    this.status = status;
    this.retryAt = retryAt;
    this.retryAfter = retryAfter;
    this.manageUrl = manageUrl;
  }

  static Problem refused(String code, int status, String detail, Instant retryAt, URI manageUrl) {
    return new Problem(Outcome.REFUSED, code, detail, status, retryAt, null, manageUrl);
  }

  static Problem unavailable(String reason, String detail, Duration retryAfter) {
    return new Problem(Outcome.UNAVAILABLE, reason, detail, 0, null, retryAfter, null);
  }

  static Problem of(Outcome outcome, String code, String detail) {
    return new Problem(outcome, code, detail, 0, null, null, null);
  }

  /** Any but {@code OK}. */
  public Outcome outcome() {
    return outcome;
  }

  /**
   * {@code REFUSED}: the {@code License-Code} of the service, such as {@code REVOKED}, or {@code
   * INVALID_REQUEST}; later versions of the service may have others. {@code UNAVAILABLE}: {@code
   * network}, {@code timeout}, {@code rate_limited}, {@code server_error} or {@code
   * not_the_service}. {@code UNTRUSTED}: the fault, such as {@code bad_signature}. Others: the
   * outcome in lower case.
   */
  public String code() {
    return code;
  }

  /** For a log, in English. */
  public String detail() {
    return detail;
  }

  /** The HTTP status of a refusal, otherwise 0. */
  public int status() {
    return status;
  }

  /** When the same may be permitted, if a refusal said so. */
  public Optional<Instant> retryAt() {
    return Optional.ofNullable(retryAt);
  }

  /** When the service wants to be asked again, if it is unavailable and said so. */
  public Optional<Duration> retryAfter() {
    return Optional.ofNullable(retryAfter);
  }

  /**
   * With {@code ACTIVATION_LIMIT_REACHED}: a page on which the customer signs in and removes a
   * device. Open for an hour.
   */
  public Optional<URI> manageUrl() {
    return Optional.ofNullable(manageUrl);
  }

  @Override
  public String toString() {
    return code.equals(detail) ? code : code + ": " + detail;
  }
}
