package dev.latchkey.client;

import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** What each kind of vectors asks: a verification by itself, without a client. */
final class ConformanceVectors {
  private ConformanceVectors() {}

  static Map<String, Object> answer(String kind, Fields given) {
    switch (kind) {
      case "key_form":
        return Map.of("key", KeyForm.of(given.text("key")));
      case "entitlements":
        return entitledTo(new Entitlements(given.value("entitlements")), given.texts("names"));
      case "lease_file":
        LeaseFile file = LeaseFile.read(given.text("file"));
        return Map.of("lease", file.lease, "signed_keys", file.signedKeys);
      case "device":
        return Map.of("description", description(given));
      case "lease":
        return Map.of("state", lease(given).toString());
      case "signed_license_key":
        return signedKey(given);
      case "key_set":
        KeySet set = KeySet.open(given.text("signed_keys"), signers(given), now(given));
        return Map.of("kids", set.keys.stream().map(key -> key.kid).collect(Collectors.toList()));
      case "status_list":
        StatusList list =
            StatusList.open(given.text("token"), given.text("uri"), keys(given), now(given));
        return Map.of(
            "status",
            list.at(given.number("index")).text(),
            "issued_at",
            list.issuedAt.getEpochSecond());
      default:
        return Map.of("signed_at", signedAt(given).getEpochSecond());
    }
  }

  private static Map<String, Object> signedKey(Fields given) {
    SignedLicenseKey says =
        SignedLicenseKey.verify(
            given.text("key"),
            signers(given),
            now(given),
            given.has("benefit_ids") ? given.texts("benefit_ids") : null);
    Map<String, Object> answer = new TreeMap<>();
    answer.put("serial", says.serial());
    answer.put("benefit_id", says.benefitId());
    answer.put("product", says.product());
    answer.put("entitlements", says.entitlements());
    answer.put("signed_at", says.signedAt().getEpochSecond());
    answer.put("ends_at", says.endsAt() == null ? null : says.endsAt().getEpochSecond());
    answer.put("status", Map.of("index", says.statusIndex(), "uri", says.statusUri()));
    return answer;
  }

  private static Map<String, Object> entitledTo(Entitlements entitlements, List<String> names) {
    Map<String, Object> limits = new TreeMap<>();
    for (String name : names) {
      entitlements.limit(name).ifPresent(limit -> limits.put(name, limit));
    }
    List<String> has = names.stream().filter(entitlements::has).collect(Collectors.toList());
    return Map.of("has", has, "limits", limits);
  }

  private static LicenseState lease(Fields given) {
    Expected expected =
        Expected.ofDevice(given.text("device"))
            .withLicenseKeyId(given.text("license_key_id"))
            .withNonce(given.text("nonce"));
    KeySet set = KeySet.open(given.text("signed_keys"), signers(given), Instant.EPOCH);
    return Lease.verified(given.text("lease"), set, now(given), signers(given), expected);
  }

  private static Instant signedAt(Fields given) {
    Fields answer = given.fields("answer");
    Fields request = given.fields("request");
    Map<String, String> headers = new TreeMap<>();
    answer
        .textsByName("headers")
        .forEach((name, value) -> headers.put(name.toLowerCase(Locale.ROOT), value));
    SignedAnswer signed =
        new SignedAnswer(
            new Answer(answer.number("status").intValue(), headers, answer.text("body")));
    return signed.verify(
        request.text("operation"), request.text("body"), request.text("nonce"), keys(given));
  }

  private static Map<String, Object> description(Fields given) {
    Machine machine =
        new Machine(
            given.textsByName("files")::get,
            given.textsByName("env"),
            given.text("platform"),
            given.text("hostname"),
            given.text("cpu"),
            given.list("cards").stream()
                .map(card -> new Machine.Card(card.text("name"), card.text("address")))
                .collect(Collectors.toList()));
    String systemId = given.text("system_id");
    return (systemId == null ? machine : machine.withMachineId(systemId)).description().fields();
  }

  private static Signers signers(Fields given) {
    return new Signers(given.text("root_key"), given.text("issuer"), given.text("organization_id"));
  }

  private static List<SigningKey> keys(Fields given) {
    return KeySet.open(given.text("signed_keys"), signers(given), Instant.EPOCH).keys;
  }

  private static Instant now(Fields given) {
    return Instant.ofEpochSecond(given.number("now"));
  }
}
