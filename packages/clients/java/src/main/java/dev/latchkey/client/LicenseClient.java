package dev.latchkey.client;

import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/**
 * The license of one installation of an application. Operations return what happened, also if the
 * service refuses or there is no network. They throw {@link UncheckedIOException} if the storage
 * fails, and {@link CancellationException} if their thread is interrupted. Threads may share a
 * client.
 */
public final class LicenseClient {
  private static final Duration EVERY = Duration.ofMinutes(10);
  private static final Duration SHORTEST_HEARTBEAT = Duration.ofSeconds(5);

  /** After a heartbeat without an answer. */
  private static final Duration AGAIN = Duration.ofSeconds(30);

  private final Parts parts;
  private final Activations activations;
  private final Leases leases;
  private final OfflineActivation offline;
  private final UsageReservations reservations;

  LicenseClient(Parts parts) {
    this.parts = parts;
    this.activations = new Activations(parts);
    this.leases = new Leases(parts);
    this.offline = new OfflineActivation(parts, leases);
    this.reservations = new UsageReservations(parts);
  }

  public static LicenseClientBuilder builder() {
    return new LicenseClientBuilder();
  }

  /** What this Java lacks: nothing, if an operation would do what it should. */
  public Set<Missing> missing() {
    return Collections.unmodifiableSet(
        Ed25519.isThere() ? EnumSet.noneOf(Missing.class) : EnumSet.of(Missing.ED25519));
  }

  /** Which device this is. Self-reported: it stops nobody who wants to be another one. */
  public String deviceId() {
    return parts.deviceId();
  }

  /** Activation by file, for machines that never have a network. */
  public OfflineActivation offline() {
    return offline;
  }

  /** Units of usage for work that may fail. */
  public UsageReservations reservations() {
    return reservations;
  }

  /**
   * Activates a key for this device, and returns the ID of the activation. The device that has an
   * activation gets that one again. A license that is there stays until the new one is stored, and
   * its lease until {@link #lease()} has stored another.
   */
  public Result<String> activate(String key, Installation installation) {
    return Result.of(() -> activations.activate(key, installation, null));
  }

  /**
   * As well. {@code onManage} is called if the key has no free activation: with a page on which the
   * customer removes a device. The activation then waits until there is one, for an hour at most.
   */
  public Result<String> activate(String key, Installation installation, Consumer<URI> onManage) {
    return Result.of(() -> activations.activate(key, installation, onManage));
  }

  /**
   * Gets the trial key of a benefit for this device, described as the builder was told, and
   * activates it. A device gets one trial of a benefit, also if it is installed anew. One that is
   * over is refused with {@code EXPIRED}, and a benefit without trials with {@code
   * TRIAL_NOT_OFFERED}.
   */
  public Result<String> trial(String benefitId, Installation installation) {
    return Result.of(() -> activations.trial(benefitId, installation));
  }

  /**
   * Lets the customer sign in on a page of the service instead of typing a license key, activates
   * the license key of the customer for this device, and returns the ID of the activation. Waits
   * until the customer has decided, at most as long as the code is valid. Refused with {@code
   * SIGN_IN_DENIED}, {@code SIGN_IN_EXPIRED}, or {@code NO_LICENSE_KEY} if whoever signed in has
   * none for this application; otherwise as an activation. Nothing of the sign-in is stored.
   */
  public Result<String> signIn(SignIn signIn) {
    return Result.of(() -> activations.signIn(signIn));
  }

  /** Activates the stored key again, for example after the customer has removed this device. */
  public Result<String> reactivate() {
    return reactivate(null);
  }

  /** As well, and waits for a free activation. */
  public Result<String> reactivate(Consumer<URI> onManage) {
    return Result.of(
        () -> {
          LicenseRecord known = parts.withKey();
          return activations.activate(known.key, known.installation.named(), onManage);
        });
  }

  /**
   * Asks the service whether the key is valid, and returns the license key with its standing. The
   * answer is signed, so nobody but the service can say yes.
   */
  public Result<ValidatedLicenseKey> validate() {
    return Result.of(() -> validated(Map.of(), Map.of()));
  }

  /** As well, and counts usage: once, however often the request has to be repeated. */
  public Result<ValidatedLicenseKey> validate(long incrementUsage) {
    return counted(Map.of("increment_usage", incrementUsage));
  }

  /**
   * Validates the key and adds to one of its counters (docs/licensing/counters.md): once, however
   * often the request has to be repeated. The fields of the license key say what is left of each.
   */
  public Result<ValidatedLicenseKey> increment(String counter, long units) {
    return counted(Map.of("increment", Map.of("counter", counter, "units", units)));
  }

  private Result<ValidatedLicenseKey> counted(Map<String, Object> fields) {
    Map<String, String> headers = Map.of("idempotency-key", UUID.randomUUID().toString());
    return Result.of(() -> validated(fields, headers));
  }

  /**
   * Gets a lease, or renews it, and stores it. Returns what {@link #check()} says from now on. A
   * renewal settles the units of counters that were used, and takes as many as {@link #lease(Map)}
   * has said, or, if there are no more, as many as were left.
   */
  public Result<LicenseState> lease() {
    return Result.of(() -> leases.renew(null, LicenseClient::fail));
  }

  /**
   * As well, and says how many units of each counter the application wants to use without a
   * network, of this lease and of those that follow. A refusal of units is returned, whether the
   * lease could be renewed without them or not.
   */
  public Result<LicenseState> lease(Map<String, Long> units) {
    return Result.of(() -> leases.renew(Map.copyOf(units), LicenseClient::fail));
  }

  /**
   * Uses units of a counter that came with the lease, without a network, and returns how many are
   * left: what is used is stored before. Refused are more than is left ({@code
   * COUNTER_LIMIT_REACHED}), a counter of which the lease has none ({@code INVALID_REQUEST}), a
   * lease that is over ({@code LEASE_ENDED}, {@code REVOKED}, {@code DISABLED}) or was settled
   * ({@code UNITS_SETTLED}), and a clock that was set back ({@code CLOCK_SET_BACK}).
   */
  public Result<Long> use(String counter, long units) {
    return Result.of(() -> leases.units().use(counter, units));
  }

  /**
   * How many units of each counter are left to be used without a network; none without a lease that
   * is usable.
   */
  public Map<String, Long> unitsLeft() {
    return leases.units().left();
  }

  /** Whether the application may be used, without a network. Cheap enough for every start. */
  public LicenseState check() {
    return leases.check();
  }

  /** Reads the signed status list, and remembers what it says. The key is not sent. */
  public Result<Status> checkStatus() {
    return Result.of(() -> leases.checkStatus(LicenseClient::fail));
  }

  private static void fail(UncheckedIOException failure) {
    throw failure;
  }

  /**
   * What an application does when it has a network: looks whether the lease was revoked, and renews
   * it if that is due, or if units were settled and the answer was lost. What cannot be stored
   * counts until the program ends, and {@link Refreshed#notStored()} tells it.
   */
  public Refreshed refresh() {
    AtomicReference<UncheckedIOException> notStored = new AtomicReference<>();
    Result<Status> status = Result.of(() -> leases.checkStatus(notStored::set));
    LicenseState before = check();
    String reason = before.reason().orElse("");
    boolean isEnded =
        reason.equals(Status.REVOKED.text()) || reason.equals(Status.SUSPENDED.text());
    boolean isDue =
        before.isUsable()
            ? before.isRefreshDue() || leases.units().areSettled(before.lease())
            : !isEnded;
    if (status.outcome() == Outcome.UNAVAILABLE || !isDue) {
      return new Refreshed(before, status, null, notStored.get());
    }
    Result<LicenseState> renewal = Result.of(() -> leases.renew(null, notStored::set));
    return new Refreshed(check(), status, renewal, notStored.get());
  }

  /** Refreshes now and every ten minutes from then on, in a daemon thread, until it is closed. */
  public Background keepFresh(Consumer<Refreshed> onRefresh) {
    return keepFresh(EVERY, onRefresh, error -> {});
  }

  /**
   * {@code onError} is called if the storage or {@code onRefresh} fails; the next refresh is tried
   * nevertheless.
   */
  public Background keepFresh(
      Duration every, Consumer<Refreshed> onRefresh, Consumer<RuntimeException> onError) {
    return new Background(
            () -> {
              Refreshed refreshed = refresh();
              onRefresh.accept(refreshed);
              refreshed.notStored().ifPresent(onError);
              return every;
            },
            every,
            onError,
            parts.givenSleep)
        .start();
  }

  /**
   * Renews the check-out of a floating license key (docs/licensing/floating.md), and returns how
   * long it lasts.
   */
  public Result<Duration> heartbeat() {
    return Result.of(
        () -> {
          LicenseRecord record = parts.activated();
          parts.requireSupport();
          Service.SignedBody answer =
              parts.service.callSigned(
                  parts.transport.begin(), "heartbeat", parts.activationOf(record), Map.of());
          Instant expiresAt = Service.timeOf(answer.body.get("checkout_expires_at"));
          if (expiresAt == null || !record.activationId.equals(answer.body.get("id"))) {
            throw Failure.untrusted("malformed");
          }
          parts.clock.correct(answer.signedAt);
          return Duration.ofSeconds(expiresAt.getEpochSecond() - answer.signedAt.getEpochSecond());
        });
  }

  /**
   * Sends heartbeats in a daemon thread, so that two in a row may be lost, until it is closed or
   * the check-out is refused.
   */
  public Background keepCheckedOut(Consumer<Result<Duration>> onHeartbeat) {
    return keepCheckedOut(onHeartbeat, error -> {});
  }

  /**
   * {@code onError} is called if the storage or {@code onHeartbeat} fails; heartbeats go on
   * nevertheless.
   */
  public Background keepCheckedOut(
      Consumer<Result<Duration>> onHeartbeat, Consumer<RuntimeException> onError) {
    return new Background(
            () -> {
              Result<Duration> result = heartbeat();
              onHeartbeat.accept(result);
              if (result.isOk()) {
                Duration third = result.value().dividedBy(3);
                return third.compareTo(SHORTEST_HEARTBEAT) < 0 ? SHORTEST_HEARTBEAT : third;
              }
              boolean isOver =
                  result.outcome() == Outcome.REFUSED || result.outcome() == Outcome.NOT_ACTIVATED;
              return isOver ? null : AGAIN;
            },
            AGAIN,
            onError,
            parts.givenSleep)
        .start();
  }

  /**
   * Gives the activation back, and before the units of counters that were not used. A lease keeps
   * its place until it is over.
   */
  public Result<Void> deactivate() {
    return Result.done(
        () -> {
          settleUnits();
          try {
            parts.service.call(
                parts.transport.begin(),
                "deactivate",
                parts.activationOf(parts.activated()),
                Map.of());
          } catch (Failure failure) {
            if (!failure.isRefusal("ACTIVATION_NOT_FOUND")) {
              throw failure;
            }
          }
          parts.records.forget();
        });
  }

  private void settleUnits() {
    Lease lease = leases.stored();
    if (lease == null || lease.unitsId() == null) {
      return;
    }
    try {
      leases.renew(Map.of(), notStored -> {});
    } catch (Failure failure) {
      if (!failure.is(Outcome.REFUSED) && !failure.is(Outcome.UNTRUSTED)) {
        throw failure;
      }
    }
  }

  private ValidatedLicenseKey validated(Map<String, Object> counted, Map<String, String> headers) {
    LicenseRecord record = parts.activated();
    parts.requireSupport();
    Map<String, Object> body = parts.describedIn(parts.activationOf(record), record);
    body.putAll(counted);
    Service.SignedBody answer =
        parts.service.callSigned(parts.transport.begin(), "validate", body, headers);
    Map<String, Object> licenseKey = answer.body;
    if (!(licenseKey.get("id") instanceof String) || !"granted".equals(licenseKey.get("status"))) {
      throw Failure.untrusted("malformed");
    }
    parts.clock.correct(answer.signedAt);
    if (parts.benefitIds != null
        && !parts.benefitIds.contains(String.valueOf(licenseKey.get("benefit_id")))) {
      throw Failure.untrusted("wrong_benefit");
    }
    return new ValidatedLicenseKey(licenseKey, answer.standing);
  }
}
