package dev.latchkey.client;

import java.time.Instant;
import java.util.NoSuchElementException;
import java.util.Optional;

/** Whether the application may be used now, decided without a network. */
public final class LicenseState {
  private final String reason;
  private final Lease lease;
  private final boolean isInGrace;
  private final boolean isRefreshDue;

  private LicenseState(String reason, Lease lease, boolean isInGrace, boolean isRefreshDue) {
    this.reason = reason;
    this.lease = lease;
    this.isInGrace = isInGrace;
    this.isRefreshDue = isRefreshDue;
  }

  static LicenseState usable(Lease lease, Instant now) {
    return new LicenseState(
        null, lease, !now.isBefore(lease.expiresAt()), !now.isBefore(lease.refreshAfter()));
  }

  static LicenseState unusable(String reason) {
    return new LicenseState(reason, null, false, false);
  }

  LicenseState withRefreshDue() {
    return new LicenseState(reason, lease, isInGrace, true);
  }

  public boolean isUsable() {
    return lease != null;
  }

  /** The lease is over, and the application may go on until {@link Lease#graceUntil()}. */
  public boolean isInGrace() {
    return isInGrace;
  }

  /** The lease should be renewed as soon as there is a network. */
  public boolean isRefreshDue() {
    return isRefreshDue;
  }

  /**
   * Why the application may not be used: {@code no_lease}, {@code revoked}, {@code suspended},
   * {@code clock_set_back}, {@code expired}, {@code wrong_benefit}, {@code unsupported_runtime}, or
   * the fault of a lease that was changed.
   */
  public Optional<String> reason() {
    return Optional.ofNullable(reason);
  }

  /** Throws {@link NoSuchElementException} if the application may not be used. */
  public Lease lease() {
    if (lease == null) {
      throw new NoSuchElementException(reason);
    }
    return lease;
  }

  @Override
  public String toString() {
    return lease == null ? reason : isInGrace ? "grace" : "valid";
  }
}
