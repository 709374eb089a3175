package dev.latchkey.client;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The driver of the conformance kit (packages/conformance/README.md): a request on each line of the
 * input, an answer on each of the output.
 */
final class ConformanceDriver {
  private final SetClock clock = new SetClock();
  private final List<Double> waits = Collections.synchronizedList(new ArrayList<>());
  private Long writesLeft;
  private Storage storage;

  /** The seconds that the client may want to wait until the driver ends the wait. */
  private double cancelAfter = Double.MAX_VALUE;

  private LicenseClient client;

  public static void main(String[] args) throws IOException {
    ConformanceDriver driver = new ConformanceDriver();
    PrintStream output = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      output.println(Json.write(driver.answer(Json.parseObject(line))));
    }
  }

  private static final class SetClock extends Clock {
    private Instant now = Instant.EPOCH;
    private long monotonic;

    @Override
    public Instant instant() {
      return now;
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }
  }

  /** Until the disk is full: then nothing can be written, and no file be locked. */
  private final class LimitedStorage implements Storage {
    private final Storage files;

    LimitedStorage(String folder) {
      this.files = new FileStorage(Path.of(folder));
    }

    @Override
    public Optional<String> read(String name) {
      return files.read(name);
    }

    @Override
    public void write(String name, String text) {
      count();
      files.write(name, text);
    }

    @Override
    public boolean create(String name, String text) {
      count();
      return files.create(name, text);
    }

    @Override
    public void remove(String name) {
      files.remove(name);
    }

    @Override
    public <T> T withLock(Supplier<T> work) {
      assertSpace();
      return files.withLock(work);
    }

    private void count() {
      assertSpace();
      if (writesLeft != null) {
        writesLeft--;
      }
    }

    private void assertSpace() {
      if (writesLeft != null && writesLeft <= 0) {
        throw new UncheckedIOException(new IOException("No space left on device"));
      }
    }
  }

  private Map<String, Object> answer(Map<String, Object> request) {
    waits.clear();
    Map<String, Object> answer = new LinkedHashMap<>(Map.of("outcome", "ok"));
    try {
      answer.putAll(performed(new Fields(request)));
    } catch (Failure failure) {
      answer.putAll(problem(failure.problem()));
    } catch (CancellationException e) {
      answer.put("outcome", "canceled");
    } catch (RuntimeException e) {
      answer.putAll(Map.of("outcome", "error", "error", e.toString()));
    }
    // The next request is of a thread that nobody has interrupted.
    Thread.interrupted();
    answer.put("waited", waited());
    return answer;
  }

  private Map<String, Object> performed(Fields fields) {
    switch (fields.text("command")) {
      case "open":
        client = opened(fields.fields("options"));
        return Map.of();
      case "set_clock":
        clock.now = Instant.ofEpochSecond(fields.number("now"));
        clock.monotonic = fields.number("monotonic");
        return Map.of();
      case "limit_writes":
        writesLeft = fields.number("writes");
        return Map.of();
      case "count":
        count(fields.number("times"));
        return Map.of();
      case "vector":
        return ConformanceVectors.answer(fields.text("kind"), fields.fields("given"));
      case "device_id":
        return Map.of("device_id", client.deviceId());
      case "activate":
        return activating(
            fields,
            onManage -> client.activate(fields.text("key"), installation(fields), onManage));
      case "trial":
        return done(
            client.trial(fields.text("benefit_id"), installation(fields)),
            id -> Map.of("activation_id", id));
      case "sign_in":
        return signingIn(fields);
      case "reactivate":
        return activating(fields, client::reactivate);
      case "validate":
        Long counted = fields.number("increment_usage");
        return done(
            counted == null ? client.validate() : client.validate(counted),
            ConformanceDriver::validated);
      case "increment":
        return done(
            client.increment(fields.text("counter"), fields.number("units")),
            ConformanceDriver::validated);
      case "lease":
        Map<String, Long> wanted = UnitsRecord.unitsOf(fields.value("units"));
        return done(
            wanted == null ? client.lease() : client.lease(wanted),
            state -> Map.of("license", license(state)));
      case "use":
        return done(
            client.use(fields.text("counter"), fields.number("units")),
            left -> Map.of("left", left));
      case "units_left":
        return Map.of("left", client.unitsLeft());
      case "check":
        return Map.of("license", license(client.check()));
      case "check_status":
        return done(client.checkStatus(), status -> Map.of("status", status.text()));
      case "refresh":
        return refreshed(client.refresh());
      case "heartbeat":
        return done(client.heartbeat(), left -> Map.of("seconds_left", left.toSeconds()));
      case "keep_fresh":
        return keptFresh(
            Duration.ofSeconds(fields.number("every_seconds")), fields.number("times"));
      case "keep_checked_out":
        return keptCheckedOut(fields.number("times"));
      case "deactivate":
        return done(client.deactivate(), none -> Map.of());
      case "reserve":
        Long seconds = fields.number("ttl_seconds");
        long units = fields.number("units");
        return done(
            seconds == null
                ? client.reservations().reserve(units)
                : client.reservations().reserve(units, Duration.ofSeconds(seconds)),
            ConformanceDriver::reserved);
      case "commit":
        Long some = fields.number("units");
        return done(
            some == null
                ? client.reservations().commit(fields.text("id"))
                : client.reservations().commit(fields.text("id"), some),
            ConformanceDriver::used);
      case "release":
        return done(client.reservations().release(fields.text("id")), none -> Map.of());
      case "offline_request":
        return done(
            client
                .offline()
                .request(fields.text("label"), fields.text("platform"), fields.text("app_version")),
            file -> Map.of("file", file));
      case "import_lease":
        return done(
            client.offline().importLease(fields.text("file")),
            state -> Map.of("license", license(state)));
      case "offline_deactivate":
        return done(client.offline().deactivate(), file -> Map.of("file", file));
      case "last_deactivation":
        Map<String, Object> last = new HashMap<>();
        last.put("file", client.offline().lastDeactivation().orElse(null));
        return last;
      default:
        throw new IllegalArgumentException(fields.text("command"));
    }
  }

  /** Until there were so many refreshes. */
  private Map<String, Object> keptFresh(Duration every, long times) {
    List<Refreshed> refreshed = new ArrayList<>();
    finish(
        work ->
            client.keepFresh(
                every,
                each -> {
                  refreshed.add(each);
                  if (refreshed.size() == times) {
                    work.join().close();
                  }
                },
                error -> {}));
    return Map.of("refreshed", refreshed.size(), "waits", List.copyOf(waits));
  }

  /** Until there were so many heartbeats, or one ended them. */
  private Map<String, Object> keptCheckedOut(long times) {
    List<String> outcomes = new ArrayList<>();
    finish(
        work ->
            client.keepCheckedOut(
                heartbeat -> {
                  outcomes.add(heartbeat.outcome().name().toLowerCase(Locale.ROOT));
                  if (outcomes.size() == times) {
                    work.join().close();
                  }
                }));
    return Map.of("heartbeats", outcomes, "waits", List.copyOf(waits));
  }

  /** Starts work that may close itself, and waits for its end. */
  private static void finish(Function<CompletableFuture<Background>, Background> start) {
    CompletableFuture<Background> work = new CompletableFuture<>();
    Background background = start.apply(work);
    work.complete(background);
    try {
      background.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * Adds so many to the number in the record `probe`, one at a time, with the lock of the storage.
   */
  private void count(long times) {
    for (long n = 0; n < times; n++) {
      storage.withLock(
          () -> {
            long counted = Long.parseLong(storage.read("probe").orElse("0"));
            storage.write("probe", String.valueOf(counted + 1));
            return counted;
          });
    }
  }

  private void sleep(Duration time) {
    waits.add(time.toMillis() / 1000.0);
    if (waited() >= cancelAfter) {
      Thread.currentThread().interrupt();
    }
  }

  private double waited() {
    return waits.stream().mapToDouble(Double::doubleValue).sum();
  }

  private LicenseClient opened(Fields options) {
    storage = new LimitedStorage(options.text("storage"));
    LicenseClientBuilder builder =
        LicenseClient.builder()
            .url(options.text("url"))
            .issuer(options.text("issuer"))
            .organizationId(options.text("organization_id"))
            .rootKey(options.text("root_key"))
            .storage(storage)
            .clock(clock)
            .nanoTime(() -> Duration.ofSeconds(clock.monotonic).toNanos())
            .sleep(this::sleep);
    if (options.has("benefit_ids")) {
      builder.benefitIds(options.texts("benefit_ids").toArray(String[]::new));
    }
    if (options.has("device_id")) {
      builder.deviceId(options.text("device_id"));
    }
    if (options.has("device")) {
      Fields device = options.fields("device");
      DeviceDescription description =
          DeviceDescription.of(device.textsByName("components"))
              .withDeviceClass(device.text("class"))
              .withVirtual(device.has("virtual"))
              .withPlatform(device.text("platform"));
      builder.device(() -> description);
    }
    if (options.has("application")) {
      Fields application = options.fields("application");
      builder.applicationVersion(application.text("version"));
      builder.applicationReleasedAt(Instant.parse(application.text("released_at")));
    }
    if (options.has("timeout_ms")) {
      builder.timeout(Duration.ofMillis(options.number("timeout_ms")));
    }
    if (options.has("attempts")) {
      builder.attempts(options.number("attempts").intValue());
    }
    return builder.build();
  }

  private static Installation installation(Fields fields) {
    return Installation.of(fields.text("label"))
        .withConditions(fields.object("conditions"))
        .withMeta(fields.object("meta"));
  }

  /** With {@code manage}, the pages to which the customer was led are in the answer. */
  private Map<String, Object> activating(
      Fields fields, Function<Consumer<URI>, Result<String>> activate) {
    List<String> pages = new ArrayList<>();
    Long limit = fields.number("cancel_after_seconds");
    cancelAfter = limit == null ? Double.MAX_VALUE : limit;
    Result<String> activated =
        activate.apply(fields.has("manage") ? page -> pages.add(page.toString()) : null);
    return done(activated, id -> Map.of("activation_id", id, "pages", pages));
  }

  /** With the codes that were shown, and the license keys that were offered. */
  private Map<String, Object> signingIn(Fields fields) {
    List<Object> codes = new ArrayList<>();
    List<Object> offered = new ArrayList<>();
    Long limit = fields.number("cancel_after_seconds");
    cancelAfter = limit == null ? Double.MAX_VALUE : limit;
    SignIn signIn =
        SignIn.of(
            fields.text("client_id"),
            installation(fields),
            code ->
                codes.add(
                    Map.of(
                        "user_code",
                        code.userCode(),
                        "verification_uri",
                        code.verificationUri().toString(),
                        "verification_uri_complete",
                        code.verificationUriComplete().toString())));
    Result<String> signedIn =
        client.signIn(
            signIn.withChoice(
                keys -> {
                  keys.forEach(key -> offered.add(signedInKey(key)));
                  return keys.get(fields.has("choose") ? fields.number("choose").intValue() : 0);
                }));
    return done(signedIn, id -> Map.of("activation_id", id, "codes", codes, "offered", offered));
  }

  private static Map<String, Object> signedInKey(SignedInKey key) {
    Map<String, Object> told = new LinkedHashMap<>();
    told.put("id", key.id());
    told.put("key", key.key());
    told.put("display_key", key.displayKey());
    told.put("benefit_id", key.benefitId());
    told.put("expires_at", key.expiresAt().map(Instant::toString).orElse(null));
    return told;
  }

  private static <T> Map<String, Object> done(
      Result<T> result, Function<T, Map<String, Object>> described) {
    Map<String, Object> answer = new LinkedHashMap<>(Map.of("outcome", "ok"));
    answer.putAll(
        result
            .problem()
            .map(ConformanceDriver::problem)
            .orElseGet(() -> described.apply(result.value())));
    return answer;
  }

  private static Map<String, Object> problem(Problem problem) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("outcome", problem.outcome().name().toLowerCase(Locale.ROOT));
    switch (problem.outcome()) {
      case REFUSED:
        answer.put("code", problem.code());
        answer.put("status", problem.status());
        answer.put("detail", problem.detail());
        problem.retryAt().ifPresent(at -> answer.put("retry_at", at.toString()));
        problem.manageUrl().ifPresent(page -> answer.put("manage_url", page.toString()));
        break;
      case UNAVAILABLE:
        answer.put("reason", problem.code());
        answer.put("detail", problem.detail());
        answer.put(
            "retry_after_seconds", problem.retryAfter().map(Duration::toSeconds).orElse(null));
        break;
      default:
        answer.put("fault", problem.code());
    }
    return answer;
  }

  private static Map<String, Object> validated(ValidatedLicenseKey key) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("license_key", key.fields());
    answer.put("standing", key.standing().map(ConformanceDriver::standing).orElse(null));
    return answer;
  }

  private static Map<String, Object> standing(Standing standing) {
    Map<String, Object> told = new LinkedHashMap<>();
    standing.trial().ifPresent(item -> told.put("trial", item(item)));
    standing.pastDue().ifPresent(item -> told.put("past_due", item(item)));
    standing.overLimit().ifPresent(item -> told.put("over_limit", item(item)));
    standing.renewed().ifPresent(item -> told.put("renewed", item(item)));
    return told;
  }

  private static Map<String, Object> item(Standing.Item item) {
    Map<String, Object> told = new LinkedHashMap<>();
    item.at().ifPresent(at -> told.put("at", at.toString()));
    item.until().ifPresent(until -> told.put("until", until.toString()));
    item.limit().ifPresent(limit -> told.put("limit", limit));
    item.used().ifPresent(used -> told.put("used", used));
    return told;
  }

  private static Map<String, Object> license(LicenseState state) {
    if (!state.isUsable()) {
      return Map.of("usable", false, "reason", state.reason().orElseThrow());
    }
    Lease lease = state.lease();
    Map<String, Object> described =
        Map.of(
            "id",
            lease.id(),
            "license_key_id",
            lease.licenseKeyId(),
            "activation_id",
            lease.activationId(),
            "claims",
            lease.claims());
    return Map.of(
        "usable",
        true,
        "state",
        state.toString(),
        "refresh_due",
        state.isRefreshDue(),
        "lease",
        described);
  }

  private static Map<String, Object> refreshed(Refreshed refreshed) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("license", license(refreshed.license()));
    answer.put("status", done(refreshed.status(), status -> Map.of("status", status.text())));
    answer.put(
        "renewal",
        refreshed.renewal().map(renewal -> done(renewal, state -> Map.of())).orElse(null));
    answer.put("stored", refreshed.notStored().isEmpty());
    return answer;
  }

  private static Map<String, Object> used(Usage usage) {
    Map<String, Object> answer = new LinkedHashMap<>();
    answer.put("usage", usage.usage());
    answer.put(
        "limit_usage", usage.limitUsage().isPresent() ? usage.limitUsage().getAsLong() : null);
    answer.put("reserved_units", usage.reservedUnits());
    return answer;
  }

  private static Map<String, Object> reserved(Reservation reservation) {
    Map<String, Object> answer = used(reservation.usage());
    answer.put("id", reservation.id());
    answer.put("expires_at", reservation.expiresAt().toString());
    return answer;
  }
}
