package dev.latchkey.client;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * How the license keys of a customer are found who signs in. The answers are not signed: that of
 * the activation proves what the key is.
 */
final class SignIns {
  private final Parts parts;

  SignIns(Parts parts) {
    this.parts = parts;
  }

  /** The license keys of whoever signed in, at least one. */
  List<SignedInKey> keys(SignIn signIn) {
    Map<String, Object> begun =
        call(parts.transport.begin(), "sign-in", asked("client_id", signIn.clientId));
    Map<String, Object> question = asked("device_code", Token.textIn(begun, "device_code"));
    if (parts.benefitIds != null) {
      question.put("benefit_ids", parts.benefitIds);
    }
    signIn.onCode.accept(SignInCode.in(begun));
    return allowed(question, secondsIn(begun, "interval"), secondsIn(begun, "expires_in"));
  }

  /**
   * Asks until the sign-in was allowed, refused or is over. Whatever keeps the service from
   * answering meanwhile passes, or lasts until the code is over.
   */
  private List<SignedInKey> allowed(
      Map<String, Object> question, Duration first, Duration expiresIn) {
    Duration interval = first;
    Failure last = expired();
    Duration waited = Duration.ZERO;
    while (waited.plus(interval).compareTo(expiresIn) <= 0) {
      parts.transport.sleep(interval);
      waited = waited.plus(interval);
      Call call = parts.transport.begin();
      try {
        Map<String, Object> answer = call(call, "sign-in/keys", question);
        if (!"pending".equals(answer.get("status"))) {
          return keysIn(answer);
        }
        last = expired();
        Duration wanted = secondsIn(answer, "interval");
        interval = wanted.compareTo(interval) > 0 ? wanted : interval;
      } catch (Failure failure) {
        if (!failure.is(Outcome.UNAVAILABLE)) {
          throw failure;
        }
        last = failure;
      }
      waited = waited.plus(call.spent());
    }
    throw last;
  }

  private List<SignedInKey> keysIn(Map<String, Object> answer) {
    List<?> listed = Json.listOf(answer.get("license_keys"));
    if (listed.isEmpty()) {
      throw Failure.untrusted("malformed");
    }
    return listed.stream().map(this::keyIn).collect(Collectors.toUnmodifiableList());
  }

  private SignedInKey keyIn(Object listed) {
    Map<String, Object> told = Json.objectOf(listed);
    SignedInKey key = SignedInKey.in(told == null ? Map.of() : told);
    if (parts.benefitIds != null && !parts.benefitIds.contains(key.benefitId())) {
      throw Failure.untrusted("wrong_benefit");
    }
    return key;
  }

  private Map<String, Object> asked(String name, String code) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("organization_id", parts.signers.organizationId);
    body.put(name, code);
    return body;
  }

  private Map<String, Object> call(Call call, String operation, Map<String, Object> body) {
    return parts.service.call(call, operation, body, Map.of());
  }

  /** At least a second, and no more than other waits for the customer last. */
  private static Duration secondsIn(Map<String, Object> answer, String name) {
    long seconds = answer.get(name) instanceof Long ? (Long) answer.get(name) : 1;
    return Duration.ofSeconds(Math.min(Math.max(seconds, 1), Activations.LONGEST_WAIT.toSeconds()));
  }

  private static Failure expired() {
    String detail = "Nobody has allowed the sign-in in time.";
    return new Failure(Problem.refused("SIGN_IN_EXPIRED", 404, detail, null, null));
  }
}
