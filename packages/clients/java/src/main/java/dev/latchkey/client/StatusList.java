package dev.latchkey.client;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** A signed list of statuses (IETF Token Status List). */
final class StatusList {
  private static final int MAX_BYTES = 1024 * 1024;

  /** By their values in a list. */
  private static final List<Status> STATUSES =
      List.of(Status.VALID, Status.REVOKED, Status.SUSPENDED);

  final Instant issuedAt;
  private final byte[] statuses;

  private StatusList(Instant issuedAt, byte[] statuses) {
    this.issuedAt = issuedAt;
    this.statuses = statuses;
  }

  static StatusList open(String token, String uri, List<SigningKey> keys, Instant now) {
    Map<String, Object> claims = Token.claimsOf(token, "statuslist+jwt", keys, Token.MAX_LIST);
    if (!uri.equals(claims.get("sub"))) {
      throw Failure.untrusted("wrong_request");
    }
    Instant issuedAt = Token.timeIn(claims, "iat");
    if (!now.isBefore(Token.timeIn(claims, "exp").plusSeconds(Token.TOLERANCE))) {
      throw Failure.untrusted("expired");
    }
    Map<String, Object> list = Token.objectIn(claims, "status_list");
    byte[] packed = Encoding.fromBase64(Token.textIn(list, "lst"));
    if (Token.numberIn(list, "bits") != 2 || packed == null) {
      throw Failure.untrusted("malformed");
    }
    return new StatusList(issuedAt, inflated(packed));
  }

  Status at(long index) {
    if (index / 4 >= statuses.length) {
      throw Failure.untrusted("malformed");
    }
    int value = statuses[(int) (index / 4)] >> (index % 4 * 2) & 3;
    if (value >= STATUSES.size()) {
      throw Failure.untrusted("malformed");
    }
    return STATUSES.get(value);
  }

  /** Never more than so many bytes, whatever the list expands to. */
  private static byte[] inflated(byte[] packed) {
    Inflater inflater = new Inflater();
    try {
      inflater.setInput(packed);
      byte[] bytes = new byte[MAX_BYTES + 1];
      int length = 0;
      for (int more = 1; more > 0 && !inflater.finished(); length += more) {
        more = inflater.inflate(bytes, length, bytes.length - length);
      }
      if (length > MAX_BYTES) {
        throw Failure.untrusted("too_long");
      }
      if (!inflater.finished()) {
        throw Failure.untrusted("malformed");
      }
      return Arrays.copyOf(bytes, length);
    } catch (DataFormatException e) {
      throw Failure.untrusted("malformed");
    } finally {
      inflater.end();
    }
  }
}
