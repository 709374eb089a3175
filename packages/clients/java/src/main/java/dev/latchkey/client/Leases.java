package dev.latchkey.client;

import java.io.UncheckedIOException;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** How a license gets a lease, and what that says. */
final class Leases {
  private final Parts parts;
  private final LeasedUnits units;

  /** The set that proved the last lease. */
  private volatile KeySet proving;

  Leases(Parts parts) {
    this.parts = parts;
    this.units = new LeasedUnits(parts, this);
  }

  LeasedUnits units() {
    return units;
  }

  /**
   * {@code asked} are units by counter; null for as many as before. {@code notStored} gets what the
   * storage throws; the lease counts in this process nevertheless.
   */
  LicenseState renew(Map<String, Long> asked, Consumer<UncheckedIOException> notStored) {
    LicenseRecord record = parts.activated();
    parts.requireSupport();
    Call call = parts.transport.begin();
    LeasedUnits.Before before = units.settle(record.activationId, notStored);
    Map<String, Long> wanted = asked == null ? before.wanted : asked;
    boolean isForUnits = asked != null || !wanted.isEmpty();
    if (isForUnits && (before.settled == null || before.isUnanswered)) {
      // What an activation has is known before it takes more: of an answer that was lost, and where
      // the storage was.
      renewTaking(Map.of(), before.wanted, record, before, call, notStored);
      before = units.settle(record.activationId, notStored);
    }
    if (before.unsettled != null) {
      return renewTaking(Map.of(), before.wanted, record, before, call, notStored);
    }
    Failure refused = null;
    for (Map<String, Long> take : before.takes(wanted, asked == null)) {
      Map<String, Long> kept = refused == null ? wanted : before.wanted;
      LicenseState state;
      try {
        state = renewTaking(take, kept, record, before, call, notStored);
      } catch (Failure failure) {
        if (take.isEmpty() || !isAboutUnits(failure)) {
          throw failure;
        }
        refused = refused == null ? failure : refused;
        continue;
      }
      if (refused != null && asked != null) {
        throw refused;
      }
      return state;
    }
    throw refused;
  }

  /** Whether the service refuses the units, not the lease. */
  private static boolean isAboutUnits(Failure failure) {
    return failure.isRefusal("COUNTER_LIMIT_REACHED")
        || (failure.is(Outcome.REFUSED) && failure.problem().status() == 422);
  }

  /** Sends one request. Repeated, it takes no units again. */
  private LicenseState renewTaking(
      Map<String, Long> take,
      Map<String, Long> wanted,
      LicenseRecord record,
      LeasedUnits.Before before,
      Call call,
      Consumer<UncheckedIOException> notStored) {
    Map<String, Object> body = parts.describedIn(parts.activationOf(record), record);
    Map<String, String> headers = new HashMap<>();
    if (before.settled != null && before.unsettled == null) {
      body.put("settled", before.settled);
    }
    if (!take.isEmpty()) {
      body.put("units", take);
      headers.put("idempotency-key", UUID.randomUUID().toString());
    }
    Service.SignedBody answer = parts.service.callSignedWithNonce(call, "lease", body, headers);
    String token = String.valueOf(answer.body.get("lease"));
    KeySet keys = parts.service.keysWith(call, Token.kidOf(token, Token.MAX), answer.signedAt);
    Expected expected =
        parts.expected().withLicenseKeyId(record.licenseKeyId).withNonce(answer.nonce);
    Lease lease = Lease.open(token, keys.keys, parts.signers, expected);
    parts.clock.correct(answer.signedAt);
    return withLock(
        () -> {
          if (!isOfLicense(lease)) {
            throw Failure.notActivated();
          }
          LeaseRecord renewed = LeaseRecord.of(token, keys.token, lease);
          units.store(lease, renewed, before, wanted, notStored);
          return check();
        });
  }

  /** A storage that cannot be locked, because it is read-only, cannot be written either. */
  <T> T withLock(Supplier<T> work) {
    AtomicBoolean isLocked = new AtomicBoolean();
    try {
      return parts.storage.withLock(
          () -> {
            isLocked.set(true);
            return work.get();
          });
    } catch (UncheckedIOException e) {
      if (isLocked.get()) {
        throw e;
      }
      return work.get();
    }
  }

  void store(LeaseRecord record, Consumer<UncheckedIOException> notStored) {
    try {
      parts.records.write(record);
    } catch (UncheckedIOException e) {
      notStored.accept(e);
    }
  }

  /**
   * Verifies the stored lease again, as if it had just arrived: the storage belongs to whoever has
   * the machine.
   */
  LicenseState check() {
    LeaseRecord record = parts.records.lease();
    if (record == null) {
      return LicenseState.unusable("no_lease");
    }
    Instant now = parts.clock.time();
    if (now == null) {
      return LicenseState.unusable("clock_set_back");
    }
    LicenseState state;
    try {
      state = Lease.verified(record.lease, keysIn(record), now, parts.signers, expectedIn(record));
    } catch (Failure failure) {
      return LicenseState.unusable(reasonOf(failure));
    }
    if (record.status != Status.VALID) {
      return LicenseState.unusable(record.status.text());
    }
    return isOfLicense(state.lease()) ? state : state.withRefreshDue();
  }

  /**
   * The stored lease, which can be given back also while the clock of the machine is wrong. Fails
   * if there is none, or it was ended.
   */
  Lease held() {
    LicenseState state = check();
    if (state.isUsable()) {
      return state.lease();
    }
    boolean isClockWrong = state.reason().orElse("").equals("clock_set_back");
    Lease lease = isClockWrong ? stored() : null;
    if (lease == null) {
      throw Failure.notActivated();
    }
    return lease;
  }

  /**
   * The stored lease, whatever the time is; null if there is none for this device, or it was ended.
   */
  Lease stored() {
    LeaseRecord record = parts.records.lease();
    if (record == null || record.status != Status.VALID) {
      return null;
    }
    try {
      return Lease.proven(record.lease, keysIn(record), parts.signers, expectedIn(record));
    } catch (Failure failure) {
      if (failure.is(Outcome.UNTRUSTED)) {
        return null;
      }
      throw failure;
    }
  }

  /**
   * Reads the signed status list, and remembers what it says about the lease. The key is not sent.
   * {@code notStored} gets what the storage throws; the status counts in this process nevertheless.
   */
  Status checkStatus(Consumer<UncheckedIOException> notStored) {
    LeaseRecord record = parts.records.lease();
    if (record == null) {
      throw Failure.notActivated();
    }
    parts.requireSupport();
    Call call = parts.transport.begin();
    KeySet issuing = parts.service.keysWith(call, Token.kidOf(record.lease, Token.MAX));
    Lease lease =
        Lease.open(record.lease, issuing.keys, parts.signers, Expected.ofDevice(parts.deviceId()));
    String listed = parts.service.published(call, lease.statusUri());
    KeySet listing = parts.service.keysWith(call, Token.kidOf(listed, Token.MAX_LIST));
    StatusList list = StatusList.open(listed, lease.statusUri(), listing.keys, parts.clock.now());
    Status status = list.at(lease.statusIndex());
    if (list.issuedAt.getEpochSecond() < record.statusIssuedAt) {
      throw Failure.untrusted("replayed");
    }
    parts.clock.atLeast(list.issuedAt);
    return withLock(
        () -> {
          // Another lease may have been stored in the meantime, or this one given back.
          LeaseRecord current = parts.records.lease();
          if (current == null || !current.lease.equals(record.lease)) {
            throw Failure.notActivated();
          }
          store(record.withStatus(status, list.issuedAt), notStored);
          return status;
        });
  }

  /** A text that was verified once is not verified again: nothing about it depends on the time. */
  private KeySet keysIn(LeaseRecord record) {
    KeySet last = proving;
    if (last == null || !last.token.equals(record.signedKeys)) {
      last = KeySet.open(record.signedKeys, parts.signers, Instant.EPOCH);
      proving = last;
    }
    return last;
  }

  private Expected expectedIn(LeaseRecord record) {
    return parts.expected().withLicenseKeyId(record.licenseKeyId);
  }

  private boolean isOfLicense(Lease lease) {
    LicenseRecord license = parts.records.license();
    return license != null && lease.activationId().equals(license.activationId);
  }

  /** A lease was issued before it is stored: that it is not valid yet is the fault of the clock. */
  private static String reasonOf(Failure failure) {
    if (failure.is(Outcome.UNSUPPORTED)) {
      return "unsupported_runtime";
    }
    String fault = failure.problem().code();
    return fault.equals("not_yet_valid") ? "clock_set_back" : fault;
  }
}
