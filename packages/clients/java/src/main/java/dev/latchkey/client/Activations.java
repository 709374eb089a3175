package dev.latchkey.client;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/** How a key gets an activation for this device. */
final class Activations {
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(5);

  /** As long as the page for the customer is open. */
  static final Duration LONGEST_WAIT = Duration.ofHours(1);

  private final Parts parts;

  Activations(Parts parts) {
    this.parts = parts;
  }

  /** {@code onManage} may be null. */
  String activate(String key, Installation installation, Consumer<URI> onManage) {
    parts.requireSupport();
    try {
      return activateAsTyped(parts.transport.begin(), key, installation);
    } catch (Failure refused) {
      URI page = refused.problem().manageUrl().orElse(null);
      if (onManage == null || page == null) {
        throw refused;
      }
      onManage.accept(page);
      return activateWhenFree(key, installation, refused);
    }
  }

  String trial(String benefitId, Installation installation) {
    parts.requireSupport();
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("organization_id", parts.signers.organizationId);
    body.put("benefit_id", benefitId);
    parts.describeDeviceIn(body);
    Call call = parts.transport.begin();
    Map<String, Object> answer = parts.service.call(call, "trial", body, parts.deviceHeaders());
    // The answer is not signed: that of the activation proves what the key is.
    return activateOnce(
        call, LicenseRecord.of(Token.textIn(answer, "key"), benefitId, installation));
  }

  String signIn(SignIn signIn) {
    parts.requireSupport();
    List<SignedInKey> keys = new SignIns(parts).keys(signIn);
    SignedInKey chosen = keys.size() > 1 ? signIn.choose.apply(keys) : keys.get(0);
    return activateOnce(
        parts.transport.begin(),
        LicenseRecord.of(chosen.key(), chosen.benefitId(), signIn.installation));
  }

  /** Tries again until a device was removed. Without a network it goes on trying. */
  private String activateWhenFree(String key, Installation installation, Failure refused) {
    Failure last = refused;
    for (Duration waited = Duration.ZERO; waited.compareTo(LONGEST_WAIT) < 0; ) {
      parts.transport.sleep(BETWEEN_TRIES);
      Call call = parts.transport.begin();
      try {
        return activateAsTyped(call, key, installation);
      } catch (Failure failure) {
        boolean isFull = failure.isRefusal("ACTIVATION_LIMIT_REACHED");
        // Without a page no device is left that could be removed: leases hold places.
        if (isFull && failure.problem().manageUrl().isPresent()) {
          last = failure;
        } else if (!failure.is(Outcome.UNAVAILABLE)) {
          throw failure;
        }
      }
      waited = waited.plus(BETWEEN_TRIES).plus(call.spent());
    }
    throw last;
  }

  /** As it was typed first, because a seller may have issued a key that looks like this. */
  private String activateAsTyped(Call call, String key, Installation installation) {
    String meant = KeyForm.of(key);
    try {
      return activateForBenefit(call, key, installation);
    } catch (Failure failure) {
      if (!failure.isRefusal("NOT_FOUND") || meant.equals(key)) {
        throw failure;
      }
      return activateForBenefit(call, meant, installation);
    }
  }

  /**
   * The service compares one benefit. A key that is of another one takes no slot, so the next can
   * be tried.
   */
  private String activateForBenefit(Call call, String key, Installation installation) {
    if (parts.benefitIds == null) {
      return activateOnce(call, LicenseRecord.of(key, null, installation));
    }
    List<String> left = new ArrayList<>(parts.benefitIds);
    while (true) {
      try {
        return activateOnce(call, LicenseRecord.of(key, left.remove(0), installation));
      } catch (Failure failure) {
        if (left.isEmpty() || !failure.isRefusal("BENEFIT_MISMATCH")) {
          throw failure;
        }
      }
    }
  }

  private String activateOnce(Call call, LicenseRecord said) {
    parts.records.assertWritable(said.key, said.installation);
    Map<String, String> headers = parts.deviceHeaders();
    Map<String, Object> body = parts.describedIn(parts.keyOf(said), said);
    body.put("label", said.installation.label);
    body.put("meta", said.installation.meta);
    Map<String, Object> answer = parts.service.callSigned(call, "activate", body, headers).body;
    String activationId = Token.textIn(answer, "id");
    String licenseKeyId = Token.textIn(answer, "license_key_id");
    Map<String, Object> described = Json.objectOf(answer.get("license_key"));
    Map<String, Object> found = described == null ? Map.of() : described;
    if (said.benefitId != null && !said.benefitId.equals(found.get("benefit_id"))) {
      throw Failure.untrusted("wrong_benefit");
    }
    String known = Json.textOf(found.get("key"));
    parts.records.write(
        new LicenseRecord(
            known == null ? said.key : known,
            activationId,
            licenseKeyId,
            said.benefitId,
            parts.givenDeviceId == null ? headers.get("license-device") : null,
            said.installation));
    return activationId;
  }
}
