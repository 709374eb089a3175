package dev.latchkey.client;

import java.io.UncheckedIOException;
import java.util.Optional;

/** What a refresh found, step by step. */
public final class Refreshed {
  private final LicenseState license;
  private final Result<Status> status;
  private final Result<LicenseState> renewal;

  private final UncheckedIOException notStored;

  Refreshed(
      LicenseState license,
      Result<Status> status,
      Result<LicenseState> renewal,
      UncheckedIOException notStored) {
    this.license = license;
    this.status = status;
    this.renewal = renewal;
    this.notStored = notStored;
  }

  /** What {@link LicenseClient#check()} says now. */
  public LicenseState license() {
    return license;
  }

  public Result<Status> status() {
    return status;
  }

  /** Empty if no renewal was due, or the service could not be reached. */
  public Optional<Result<LicenseState>> renewal() {
    return Optional.ofNullable(renewal);
  }

  /**
   * Why what was learned could not be stored: it counts until the program ends. Empty if nothing
   * failed.
   */
  public Optional<UncheckedIOException> notStored() {
    return Optional.ofNullable(notStored);
  }
}
