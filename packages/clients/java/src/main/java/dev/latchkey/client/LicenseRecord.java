package dev.latchkey.client;

import java.util.LinkedHashMap;
import java.util.Map;

/** The license key that the application uses, and the activation it has. */
final class LicenseRecord {
  /** Null after an activation by file: the key was never entered. */
  final String key;

  final String activationId;
  final String licenseKeyId;

  /** The benefit that the application asked for, if it did. */
  final String benefitId;

  /** The ID of the device that was activated, so that it outlasts its own record. */
  final String device;

  /** What the application said about itself. Validations and leases repeat the conditions. */
  final Installation installation;

  LicenseRecord(
      String key,
      String activationId,
      String licenseKeyId,
      String benefitId,
      String device,
      Installation installation) {
    this.key = key;
    this.activationId = activationId;
    this.licenseKeyId = licenseKeyId;
    this.benefitId = benefitId;
    this.device = device;
    this.installation = installation;
  }

  /** One that is not activated yet. */
  static LicenseRecord of(String key, String benefitId, Installation installation) {
    return new LicenseRecord(key, null, null, benefitId, null, installation);
  }

  static LicenseRecord from(Map<String, Object> stored) {
    String label = Json.textOf(stored.get("label"));
    return new LicenseRecord(
        Json.textOf(stored.get("key")),
        Json.textOf(stored.get("activationId")),
        Json.textOf(stored.get("licenseKeyId")),
        Json.textOf(stored.get("benefitId")),
        Json.textOf(stored.get("device")),
        Installation.of(label == null ? "" : label)
            .withConditions(objectOrEmpty(stored.get("conditions")))
            .withMeta(objectOrEmpty(stored.get("meta"))));
  }

  String text() {
    Map<String, Object> text = new LinkedHashMap<>();
    text.put("version", Records.VERSION);
    text.put("key", key);
    text.put("activationId", activationId);
    text.put("licenseKeyId", licenseKeyId);
    text.put("benefitId", benefitId);
    text.put("device", device);
    text.put("conditions", installation.conditions);
    text.put("label", installation.label);
    text.put("meta", installation.meta);
    return Json.write(text);
  }

  private static Map<String, Object> objectOrEmpty(Object stored) {
    Map<String, Object> object = Json.objectOf(stored);
    return object == null ? Map.of() : object;
  }
}
