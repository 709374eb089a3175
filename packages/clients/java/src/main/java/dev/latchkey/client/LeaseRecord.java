package dev.latchkey.client;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/** The last lease, the keys that prove it, and what a status list has said about it since. */
final class LeaseRecord {
  final String lease;
  final String signedKeys;
  final String licenseKeyId;
  final Status status;

  /** In seconds. */
  final long statusIssuedAt;

  private LeaseRecord(
      String lease, String signedKeys, String licenseKeyId, Status status, long statusIssuedAt) {
    this.lease = lease;
    this.signedKeys = signedKeys;
    this.licenseKeyId = licenseKeyId;
    this.status = status;
    this.statusIssuedAt = statusIssuedAt;
  }

  /** A lease that was just issued. */
  static LeaseRecord of(String token, String signedKeys, Lease lease) {
    long issuedAt = lease.issuedAt().getEpochSecond();
    return new LeaseRecord(token, signedKeys, lease.licenseKeyId(), Status.VALID, issuedAt);
  }

  /** Null if it is not whole. */
  static LeaseRecord from(Map<String, Object> stored) {
    String lease = Json.textOf(stored.get("lease"));
    String signedKeys = Json.textOf(stored.get("signedKeys"));
    Status status = Status.of(stored.get("status"));
    if (lease == null || signedKeys == null || status == null) {
      return null;
    }
    Object issuedAt = stored.get("statusIssuedAt");
    long seconds = issuedAt instanceof Long ? (Long) issuedAt : 0;
    return new LeaseRecord(
        lease, signedKeys, Json.textOf(stored.get("licenseKeyId")), status, seconds);
  }

  LeaseRecord withStatus(Status status, Instant issuedAt) {
    return new LeaseRecord(lease, signedKeys, licenseKeyId, status, issuedAt.getEpochSecond());
  }

  String text() {
    Map<String, Object> text = new LinkedHashMap<>();
    text.put("version", Records.VERSION);
    text.put("lease", lease);
    text.put("signedKeys", signedKeys);
    text.put("licenseKeyId", licenseKeyId);
    text.put("status", status.text());
    text.put("statusIssuedAt", statusIssuedAt);
    return Json.write(text);
  }
}
