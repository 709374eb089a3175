package dev.latchkey.client;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.http.HttpClient;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/** What is built into an application, and how it runs. */
public final class LicenseClientBuilder {
  String url = "";
  List<String> benefitIds;
  Storage storage = new MemoryStorage();
  boolean isStored;
  String deviceId;
  Supplier<DeviceDescription> device = () -> null;
  Duration timeout = Duration.ofSeconds(30);
  int attempts = 4;
  Consumer<Duration> sleep;
  System.Logger logger;
  Clock clock = Clock.systemUTC();
  LongSupplier nanoTime = System::nanoTime;
  private String issuer;
  private String organizationId = "";
  private String rootKey = "";
  private HttpClient httpClient;
  private final Map<String, Object> application = new LinkedHashMap<>();

  LicenseClientBuilder() {}

  /** The URL of the service. */
  public LicenseClientBuilder url(String url) {
    this.url = withoutSlash(url);
    return this;
  }

  public LicenseClientBuilder organizationId(String organizationId) {
    this.organizationId = organizationId;
    return this;
  }

  /**
   * The public root key of the organization: the last column of {@code latchkey signing-keys list}.
   * Built in, never fetched.
   */
  public LicenseClientBuilder rootKey(String rootKey) {
    this.rootKey = rootKey;
    return this;
  }

  /**
   * What the application is sold as: keys of other benefits are refused. Without it, each key of
   * the organization is accepted.
   */
  public LicenseClientBuilder benefitIds(String... benefitIds) {
    this.benefitIds = List.of(benefitIds);
    return this;
  }

  /** The URL by which the service calls itself ({@code BASE_URL}), if it is not {@code url}. */
  public LicenseClientBuilder issuer(String issuer) {
    this.issuer = withoutSlash(issuer);
    return this;
  }

  /** Without one, everything is forgotten when the program ends. */
  public LicenseClientBuilder storage(Storage storage) {
    this.storage = storage;
    this.isStored = true;
    return this;
  }

  /**
   * An ID of the machine, of 1 to 128 characters. Without one, an ID is made and stored: of the
   * components of the device that identify a physical machine, or a random one.
   */
  public LicenseClientBuilder deviceId(String deviceId) {
    this.deviceId = deviceId;
    return this;
  }

  /** Sent with activations, leases and validations. It is asked once, when it is needed first. */
  public LicenseClientBuilder device(Supplier<DeviceDescription> device) {
    this.device = device;
    return this;
  }

  /** Sent with activations, leases and validations. */
  public LicenseClientBuilder applicationVersion(String version) {
    application.put("version", version);
    return this;
  }

  /** Sent with activations, leases and validations. */
  public LicenseClientBuilder applicationReleasedAt(Instant releasedAt) {
    application.put("released_at", releasedAt.toString());
    return this;
  }

  /** With a proxy or certificates of its own. It must not follow redirects. */
  public LicenseClientBuilder httpClient(HttpClient httpClient) {
    this.httpClient = httpClient;
    return this;
  }

  /**
   * For a whole call, with all repeats and the waits between them; 30 seconds if not set. An
   * attempt takes 10 of them at most.
   */
  public LicenseClientBuilder timeout(Duration timeout) {
    this.timeout = timeout;
    return this;
  }

  /** How often a request is sent at most; 4 times if not set. */
  public LicenseClientBuilder attempts(int attempts) {
    this.attempts = attempts;
    return this;
  }

  /** Waits between attempts, and between the steps of what runs in the background. */
  public LicenseClientBuilder sleep(Consumer<Duration> sleep) {
    this.sleep = sleep;
    return this;
  }

  /**
   * Gets each attempt of a request: with the level {@code DEBUG} if there was an answer, otherwise
   * {@code INFO}. No license key is in it.
   */
  public LicenseClientBuilder logger(System.Logger logger) {
    this.logger = logger;
    return this;
  }

  /** The time of the machine. */
  public LicenseClientBuilder clock(Clock clock) {
    this.clock = clock;
    return this;
  }

  /** A clock that nobody can set, in nanoseconds since any moment. */
  public LicenseClientBuilder nanoTime(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    return this;
  }

  /**
   * Throws {@link IllegalArgumentException} for options with which nothing could ever be verified.
   */
  public LicenseClient build() {
    require(isUrl(url), "`url` is not a URL.");
    require(organizationId.matches("[\\w-]+"), "`organizationId` is no ID.");
    require(
        SigningKey.isKey(rootKey),
        "`rootKey` is not an Ed25519 public key of 43 characters (base64url).");
    require(benefitIds == null || !benefitIds.isEmpty(), "`benefitIds` names no benefit.");
    require(
        deviceId == null || deviceId.matches("[\\x21-\\x7e]{1,128}"),
        "`deviceId` has to be 1 to 128 visible ASCII characters.");
    return new LicenseClient(new Parts(this));
  }

  Signers signers() {
    return new Signers(rootKey, issuer == null ? url : issuer, organizationId);
  }

  Map<String, Object> application() {
    return Map.copyOf(application);
  }

  /**
   * HTTP/1.1, because over plain HTTP the other one begins with an upgrade that some proxies
   * refuse.
   */
  HttpClient httpClient() {
    return httpClient == null
        ? HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build()
        : httpClient;
  }

  private static boolean isUrl(String url) {
    try {
      return url.matches("(?i)https?://.+") && new URI(url).getHost() != null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static String withoutSlash(String url) {
    return url.replaceAll("/+$", "");
  }

  private static void require(boolean isMet, String message) {
    if (!isMet) {
      throw new IllegalArgumentException(message);
    }
  }
}
