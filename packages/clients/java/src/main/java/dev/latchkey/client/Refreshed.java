package dev.latchkey.client;

import java.util.Optional;

/** What a refresh found, step by step. */
public final class Refreshed {
  private final LicenseState license;
  private final Result<Status> status;
  private final Result<LicenseState> renewal;

  Refreshed(LicenseState license, Result<Status> status, Result<LicenseState> renewal) {
    this.license = license;
    this.status = status;
    this.renewal = renewal;
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
}
