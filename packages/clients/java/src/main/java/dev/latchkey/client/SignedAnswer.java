package dev.latchkey.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The signature of an answer (HTTP Message Signatures, RFC 9421). */
final class SignedAnswer {
  /**
   * Asks for a signature that names the operation. What an older service signs, without it, is not
   * enough: whoever is in between could ask for that.
   */
  static final String ACCEPT_SIGNATURE =
      "latchkey=(\"@status\" \"content-digest\" \"license-operation\" \"license-request-digest\""
          + " \"license-standing\""
          + " \"license-nonce\";req);created;tag=\"latchkey-operation-answer\"";

  private static final Pattern INPUT =
      Pattern.compile(
          "latchkey=(\\(\"@status\" \"content-digest\" \"license-operation\""
              + " \"license-request-digest\" (?:(\"license-standing\") )?\"license-nonce\";req\\)"
              + ";created=([0-9]{1,12});keyid=\"([A-Za-z0-9_-]{1,128})\";alg=\"ed25519\""
              + ";nonce=\"([^\"]*)\";tag=\"latchkey-operation-answer\")");
  private static final Pattern SIGNATURE = Pattern.compile("latchkey=:([A-Za-z0-9+/]+={0,2}):");

  /** The ID of the key that has signed. */
  final String kid;

  private final Answer answer;
  private final String parameters;
  private final Instant createdAt;
  private final String nonce;

  /** The header {@code License-Standing}; null if nobody signs it. */
  private final String standing;

  /** Fails if nobody has signed. */
  SignedAnswer(Answer answer) {
    Matcher input = INPUT.matcher(answer.header("signature-input"));
    if (!input.matches()) {
      throw Failure.untrusted("not_signed");
    }
    this.answer = answer;
    this.parameters = input.group(1);
    this.standing = input.group(2) == null ? null : answer.header("license-standing");
    this.createdAt = Instant.ofEpochSecond(Long.parseLong(input.group(3)));
    this.kid = input.group(4);
    this.nonce = input.group(5);
  }

  /**
   * Empty if the service did not tell it, or nobody signed it. Believed only after {@link #verify}.
   */
  Optional<Standing> standing() {
    return Optional.ofNullable(standing).map(Standing::in);
  }

  /**
   * Verifies that the answer is signed for this request to this operation, such as {@code
   * customer_portal.license_keys.validate}. Returns when it was.
   */
  Instant verify(String operation, String requestBody, String requestNonce, List<SigningKey> keys) {
    Matcher signature = SIGNATURE.matcher(answer.header("signature"));
    if (!signature.matches()) {
      throw Failure.untrusted("not_signed");
    }
    SigningKey key = Token.keyOf(kid, keys);
    if (!nonce.equals(requestNonce)) {
      throw Failure.untrusted("wrong_nonce");
    }
    String requestDigest = Encoding.contentDigest(requestBody);
    if (!answer.header("license-request-digest").equals(requestDigest)
        || !answer.header("license-operation").equals(operation)) {
      throw Failure.untrusted("wrong_request");
    }
    List<String> covered = new ArrayList<>();
    covered.add("\"@status\": " + answer.status);
    covered.add("\"content-digest\": " + Encoding.contentDigest(answer.text));
    covered.add("\"license-operation\": " + operation);
    covered.add("\"license-request-digest\": " + requestDigest);
    if (standing != null) {
      covered.add("\"license-standing\": " + standing);
    }
    covered.add("\"license-nonce\";req: " + requestNonce);
    covered.add("\"@signature-params\": " + parameters);
    byte[] bytes = Encoding.fromBase64(signature.group(1));
    if (bytes == null || !key.verifies(bytes, String.join("\n", covered).getBytes(UTF_8))) {
      throw Failure.untrusted("bad_signature");
    }
    return createdAt;
  }
}
