package dev.latchkey.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Sends requests, and repeats what failed for a reason that passes: with waits that double and are
 * random, so that applications do not all come back at once, and that are never shorter than {@code
 * Retry-After}. The caller sees to it that a repeated request does nothing twice.
 */
final class Transport {
  /** The version is that of the POM. */
  static final String USER_AGENT = "latchkey-java/0.1.0 (Java " + Runtime.version().feature() + ")";

  private static final Duration LONGEST_ATTEMPT = Duration.ofSeconds(10);
  private static final Duration FIRST_WAIT = Duration.ofMillis(500);
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(20);
  private static final int MAX_DETAIL = 500;
  private static final String PROXY_STOPS = "The proxy does not let the request pass";

  private final HttpClient http;
  private final Duration timeout;
  private final int attempts;
  private final Consumer<Duration> sleep;

  /** Null if nobody wants to know. */
  private final System.Logger logger;

  Transport(
      HttpClient http,
      Duration timeout,
      int attempts,
      Consumer<Duration> sleep,
      System.Logger logger) {
    this.http = http;
    this.timeout = timeout;
    this.attempts = attempts;
    this.sleep = sleep;
    this.logger = logger;
  }

  /** What an operation of the application begins with. */
  Call begin() {
    return new Call(timeout);
  }

  Answer get(Call call, String url) {
    return send(call, request(url).GET());
  }

  Answer post(Call call, String url, Map<String, String> headers, String body) {
    HttpRequest.Builder request = request(url).setHeader("content-type", "application/json");
    headers.forEach(request::setHeader);
    return send(call, request.POST(BodyPublishers.ofString(body, UTF_8)));
  }

  /** Throws {@link CancellationException} if the thread is interrupted, and leaves it so. */
  void sleep(Duration time) {
    sleep.accept(time);
    if (Thread.currentThread().isInterrupted()) {
      throw canceled(null);
    }
  }

  /** Throws {@link CancellationException} if the thread is interrupted, and leaves it so. */
  static void sleepThread(Duration time) {
    try {
      Thread.sleep(time.toMillis());
    } catch (InterruptedException e) {
      throw canceled(e);
    }
  }

  private static HttpRequest.Builder request(String url) {
    return HttpRequest.newBuilder(URI.create(url)).setHeader("user-agent", USER_AGENT);
  }

  private Answer send(Call call, HttpRequest.Builder request) {
    for (int attempt = 1; ; attempt++) {
      try {
        Answer answer = available(attempt(call, request));
        log(System.Logger.Level.DEBUG, request, attempt, "HTTP " + answer.status);
        return answer;
      } catch (Failure failure) {
        log(System.Logger.Level.INFO, request, attempt, failure.problem().toString());
        Duration wait = waitAfter(attempt, failure.problem());
        if (attempt >= attempts || wait == null || wait.compareTo(call.left()) >= 0) {
          throw failure;
        }
        sleep(wait);
        call.spend(wait);
      }
    }
  }

  private void log(
      System.Logger.Level level, HttpRequest.Builder prepared, int attempt, String outcome) {
    if (logger != null && logger.isLoggable(level)) {
      HttpRequest request = prepared.build();
      logger.log(
          level, "{0} {1}, attempt {2}: {3}", request.method(), request.uri(), attempt, outcome);
    }
  }

  /**
   * The time limit of a request ends with the headers of the response, so the whole is limited
   * here.
   */
  private Answer attempt(Call call, HttpRequest.Builder prepared) {
    Duration left = call.left();
    Duration limit = left.compareTo(LONGEST_ATTEMPT) < 0 ? left : LONGEST_ATTEMPT;
    if (limit.isZero()) {
      throw timedOut(timeout);
    }
    long startedAt = System.nanoTime();
    HttpRequest request = prepared.timeout(limit).build();
    CompletableFuture<HttpResponse<byte[]>> sent =
        http.sendAsync(request, info -> new LimitedBody());
    try {
      HttpResponse<byte[]> response = sent.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      if (response.body() == null) {
        throw Failure.unavailable("not_the_service", "The response is too long.");
      }
      Map<String, String> headers =
          response.headers().map().entrySet().stream()
              .collect(
                  Collectors.toUnmodifiableMap(
                      Map.Entry::getKey, each -> String.join(", ", each.getValue())));
      return new Answer(response.statusCode(), headers, new String(response.body(), UTF_8));
    } catch (TimeoutException e) {
      throw timedOut(limit);
    } catch (ExecutionException e) {
      throw e.getCause() instanceof HttpTimeoutException
          ? timedOut(limit)
          : network(e.getCause(), request.uri().getAuthority());
    } catch (InterruptedException e) {
      throw canceled(e);
    } finally {
      sent.cancel(true);
      call.spend(Duration.ofNanos(System.nanoTime() - startedAt));
    }
  }

  private static Failure timedOut(Duration limit) {
    return Failure.unavailable("timeout", "No response within " + limit.toMillis() + " ms.");
  }

  /**
   * Says why there is no connection, in words that tell people what to do, and with what Java says.
   */
  private static Failure network(Throwable failure, String host) {
    StringBuilder causes = new StringBuilder();
    for (Throwable each = failure; each != null; each = each.getCause()) {
      causes.append(causes.length() == 0 ? "" : ": ").append(each.getClass().getSimpleName());
      if (each.getMessage() != null && !each.getMessage().equals(String.valueOf(each.getCause()))) {
        causes.append(": ").append(each.getMessage());
      }
    }
    String said = causes.substring(0, Math.min(causes.length(), MAX_DETAIL));
    return Failure.unavailable("network", causeIn(said, host) + " (" + said + ").");
  }

  private static String causeIn(String said, String host) {
    if (said.contains("roxy") || said.contains("407")) {
      return PROXY_STOPS;
    }
    if (said.contains("SSLHandshakeException") || said.contains("ertificate")) {
      return "Certificate of " + host + " not trusted";
    }
    if (said.contains("UnresolvedAddress") || said.contains("UnknownHost")) {
      return "No such host: " + host;
    }
    // A client of HTTP tries again on the channel that was refused, and tells of that one.
    if (said.contains("refused") || said.contains("ConnectException: ClosedChannelException")) {
      return "Connection refused by " + host;
    }
    return said.contains("unreachable") || said.contains("NoRouteToHost")
        ? "No way to " + host + ": a proxy may be needed"
        : "No connection to " + host;
  }

  static CancellationException canceled(Exception cause) {
    Thread.currentThread().interrupt();
    CancellationException canceled = new CancellationException("The thread was interrupted.");
    canceled.initCause(cause);
    return canceled;
  }

  private static Answer available(Answer answer) {
    if (answer.status == 407) {
      String detail = PROXY_STOPS + " (407: it asks for a sign-in).";
      throw Failure.unavailable("not_the_service", detail);
    }
    Duration retryAfter = durationOf(answer.header("retry-after"));
    if (answer.status == 429) {
      throw new Failure(Problem.unavailable("rate_limited", "Too many requests.", retryAfter));
    }
    if (answer.status >= 500 || answer.status == 408) {
      String detail = "The service answered " + answer.status + ".";
      throw new Failure(Problem.unavailable("server_error", detail, retryAfter));
    }
    return answer;
  }

  /**
   * Null if waiting is pointless: the response will be the same, or the service wants to be left
   * alone for long.
   */
  private static Duration waitAfter(int attempt, Problem problem) {
    Duration asked = problem.retryAfter().orElse(Duration.ZERO);
    if (problem.code().equals("not_the_service") || asked.compareTo(LONGEST_WAIT) > 0) {
      return null;
    }
    long doubled = FIRST_WAIT.toMillis() << Math.min(attempt - 1, 10);
    return asked.plusMillis(
        ThreadLocalRandom.current().nextLong(Math.min(LONGEST_WAIT.toMillis(), doubled)));
  }

  /** {@code Retry-After} is a number of seconds or a date. */
  private static Duration durationOf(String header) {
    if (header.matches("[0-9]{1,9}")) {
      return Duration.ofSeconds(Long.parseLong(header));
    }
    try {
      Instant at = ZonedDateTime.parse(header, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant();
      long seconds = Duration.between(Instant.now(), at).plusMillis(999).toSeconds();
      return Duration.ofSeconds(Math.max(0, seconds));
    } catch (DateTimeException e) {
      return null;
    }
  }
}
