package dev.latchkey.client;

import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The operations for applications, and the public keys that sign their answers. */
final class Service {
  private static final String KEYS = "/v1/customer-portal/license-keys/";

  /** The names of its operations in a signature begin with it. */
  private static final String AREA = "customer_portal.license_keys.";

  private static final String SET = "keys";
  private static final int MAX_DETAIL = 1000;

  /**
   * What the service calls its errors. It never asks for a sign-in here, so {@code Unauthorized} is
   * what somebody in between says.
   */
  private static final Set<String> ERRORS =
      Set.of(
          "BadRequest",
          "NotPermitted",
          "ResourceNotFound",
          "IdempotencyKeyInUse",
          "MethodNotAllowed",
          "RequestBodyTooLarge",
          "UnsupportedMediaType");

  private final String url;
  private final Signers signers;
  private final Storage storage;
  private final Transport transport;
  private final ServiceClock clock;
  private volatile KeySet known;

  Service(String url, Signers signers, Storage storage, Transport transport, ServiceClock clock) {
    this.url = url;
    this.signers = signers;
    this.storage = storage;
    this.transport = transport;
    this.clock = clock;
  }

  /** The body of an answer that the service has signed. */
  static final class SignedBody {
    final Map<String, Object> body;

    /** When the service answered, by its own clock. */
    final Instant signedAt;

    /** That of the request. */
    final String nonce;

    /** Null if the service did not tell it, or nobody signed it. */
    final Standing standing;

    private SignedBody(
        Map<String, Object> body, Instant signedAt, String nonce, Standing standing) {
      this.body = body;
      this.signedAt = signedAt;
      this.nonce = nonce;
      this.standing = standing;
    }
  }

  /**
   * Calls an operation whose answers are not signed. The body of a response without content is
   * empty.
   */
  Map<String, Object> call(
      Call call, String operation, Map<String, Object> body, Map<String, String> headers) {
    Answer answer = post(call, operation, Json.write(body), headers);
    Map<String, Object> parsed = answer.text.isEmpty() ? Map.of() : Json.parseObject(answer.text);
    if (parsed == null) {
      throw Failure.notTheService();
    }
    return parsed;
  }

  /** Calls an operation that signs its answers, and verifies the answer. */
  SignedBody callSigned(
      Call call, String operation, Map<String, Object> body, Map<String, String> headers) {
    return callSigned(call, operation, Json.write(body), headers, Encoding.nonce());
  }

  /** As well, and repeats the nonce in the body. */
  SignedBody callSignedWithNonce(
      Call call, String operation, Map<String, Object> body, Map<String, String> headers) {
    String nonce = Encoding.nonce();
    Map<String, Object> withNonce = new LinkedHashMap<>(body);
    withNonce.put("nonce", nonce);
    return callSigned(call, operation, Json.write(withNonce), headers, nonce);
  }

  private SignedBody callSigned(
      Call call, String operation, String body, Map<String, String> headers, String nonce) {
    Map<String, String> sent = new HashMap<>(headers);
    sent.put("license-nonce", nonce);
    sent.put("accept-signature", SignedAnswer.ACCEPT_SIGNATURE);
    Answer answer = post(call, operation, body, sent);
    SignedAnswer signed = new SignedAnswer(answer);
    KeySet keys = keysWith(call, signed.kid, Instant.EPOCH);
    Instant signedAt = signed.verify(AREA + operation, body, nonce, keys.keys);
    if (!signedAt.isBefore(keys.expiresAt.plusSeconds(Token.TOLERANCE))
        || !clock.isPlausible(signedAt)) {
      throw Failure.untrusted("expired");
    }
    Map<String, Object> parsed = Json.parseObject(answer.text);
    if (parsed == null) {
      throw Failure.untrusted("malformed");
    }
    return new SignedBody(parsed, signedAt, nonce, signed.standing().orElse(null));
  }

  /** The set of keys that is valid now, if possible one that has this key. */
  KeySet keysWith(Call call, String kid) {
    return keysWith(call, kid, clock.now());
  }

  /**
   * The set of keys, if possible one that has this key: a set that has it not is fetched again,
   * once. {@code at} is when a fetched set has to be valid. For the answer to a request of now,
   * that is the time at which it was signed.
   */
  KeySet keysWith(Call call, String kid, Instant at) {
    Instant now = clock.now();
    KeySet last = known;
    if (last == null) {
      last = stored(now);
    }
    if (last != null && last.has(kid) && now.isBefore(last.expiresAt)) {
      return last;
    }
    Answer answer =
        transport.get(call, url + "/.well-known/latchkey/" + signers.organizationId + "/jwks.json");
    Map<String, Object> body = Json.parseObject(answer.text);
    String token = body == null ? null : Json.textOf(body.get("signed_keys"));
    if (answer.status != 200 || token == null) {
      throw Failure.untrusted("unknown_key");
    }
    KeySet fetched = KeySet.open(token, signers, at);
    known = fetched;
    try {
      storage.write(SET, token);
    } catch (UncheckedIOException e) {
      // A full disk is no reason to distrust an answer. This process has the keys.
    }
    return fetched;
  }

  /** Fetches what is published under a URL of the service. */
  String published(Call call, String uri) {
    if (!uri.startsWith(signers.issuer + "/")) {
      throw Failure.untrusted("wrong_issuer");
    }
    Answer answer = transport.get(call, url + uri.substring(signers.issuer.length()));
    if (answer.status != 200) {
      throw Failure.notTheService();
    }
    return answer.text;
  }

  /** A timestamp of the API; null if it is none. */
  static Instant timeOf(Object text) {
    try {
      return OffsetDateTime.parse(String.valueOf(text)).toInstant();
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Null if none is stored that is valid now. */
  private KeySet stored(Instant now) {
    String token = storage.read(SET).orElse(null);
    if (token == null) {
      return null;
    }
    try {
      KeySet set = KeySet.open(token, signers, now);
      known = set;
      return set;
    } catch (Failure failure) {
      if (failure.is(Outcome.UNTRUSTED)) {
        return null;
      }
      throw failure;
    }
  }

  private Answer post(Call call, String operation, String body, Map<String, String> headers) {
    Answer answer = transport.post(call, url + KEYS + operation, headers, body);
    if (answer.status >= 200 && answer.status < 300) {
      return answer;
    }
    throw refusalIn(answer);
  }

  /** Whether an answer names a code or a known error, or is a 422 that lists what is wrong. */
  private static boolean isOfTheService(Answer answer, Map<String, Object> body) {
    return !answer.header("license-code").isEmpty()
        || ERRORS.contains(String.valueOf(body.get("error")))
        || (answer.status == 422 && isListOfProblems(body.get("detail")));
  }

  private static boolean isListOfProblems(Object detail) {
    return detail instanceof List
        && ((List<?>) detail).stream().map(Json::objectOf).allMatch(Service::isProblem);
  }

  private static boolean isProblem(Map<String, Object> described) {
    return described != null
        && described.get("loc") instanceof List
        && Json.textOf(described.get("msg")) != null;
  }

  /** The page of a firewall or of a hotel's network is none, in whatever form. */
  private static Failure refusalIn(Answer answer) {
    Map<String, Object> body = Json.parseObject(answer.text);
    if (body == null || !body.containsKey("detail") || !isOfTheService(answer, body)) {
      return Failure.notTheService();
    }
    String text = Json.textOf(body.get("detail"));
    String described = text == null ? Json.write(body.get("detail")) : text;
    String detail =
        text == null && described.length() > MAX_DETAIL
            ? described.substring(0, MAX_DETAIL)
            : described;
    URI manageUrl = pageIn(answer.header("license-manage-url"));
    Instant retryAt = timeOf(body.get("retry_at"));
    return new Failure(
        Problem.refused(codeIn(answer, body), answer.status, detail, retryAt, manageUrl));
  }

  /** Null if the text is no address of a page. */
  static URI pageIn(String text) {
    try {
      return text.matches("https?://.*") ? new URI(text) : null;
    } catch (URISyntaxException e) {
      return null;
    }
  }

  private static String codeIn(Answer answer, Map<String, Object> body) {
    String header = answer.header("license-code");
    if (!header.isEmpty()) {
      return header;
    }
    String coded = Json.textOf(body.get("code"));
    if (coded != null) {
      return coded;
    }
    return answer.status == 422
        ? "INVALID_REQUEST"
        : String.valueOf(body.getOrDefault("error", answer.status));
  }
}
