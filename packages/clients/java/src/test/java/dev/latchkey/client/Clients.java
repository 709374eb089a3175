package dev.latchkey.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;

/** Clients for tests, without a network. */
final class Clients {
  private Clients() {}

  static LicenseClientBuilder builder() {
    return LicenseClient.builder()
        .url("http://127.0.0.1:1")
        .organizationId("6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f")
        .rootKey("iojj3XQJ8ZX9UtstPLpdcspnCb8dlBIb83SIAbQPb1w")
        .attempts(1);
  }

  static LicenseClient offline(Storage storage) {
    return builder().storage(storage).build();
  }

  /**
   * The client of an application that has the lease of the vectors, at the time at which that was
   * issued.
   */
  static LicenseClient leased(Storage storage) throws IOException {
    Map<String, Object> vectors =
        Json.parseObject(Files.readString(Path.of("../../../docs/licensing/vectors.json")));
    Map<String, Object> expected = Token.objectIn(vectors, "expected");
    Map<String, Object> granted = Json.objectOf(Json.listOf(vectors.get("cases")).get(0));
    Map<String, Object> claims = Token.objectIn(vectors, "claims");
    Map<String, Object> lease =
        Map.of(
            "version",
            1,
            "lease",
            Token.textIn(granted, "token"),
            "signedKeys",
            Token.textIn(vectors, "signed_keys"),
            "licenseKeyId",
            Token.textIn(expected, "sub"),
            "status",
            "valid",
            "statusIssuedAt",
            0);
    storage.write("lease", Json.write(lease));
    String activation = Token.textIn(Token.objectIn(claims, "device"), "activation_id");
    storage.write(
        "license", Json.write(Map.of("version", 1, "key", "KEY", "activationId", activation)));
    Instant now = Token.timeIn(claims, "iat");
    return builder()
        .issuer(Token.textIn(expected, "iss"))
        .organizationId(Token.textIn(expected, "aud"))
        .rootKey(Token.textIn(Token.objectIn(vectors, "root"), "x"))
        .deviceId(Token.textIn(expected, "device"))
        .clock(Clock.fixed(now, ZoneOffset.UTC))
        .storage(storage)
        .build();
  }
}
