package dev.latchkey.client;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/** What a license key says that proves itself to machines without a network. */
public final class SignedLicenseKey {
  private static final int MAX_KEY = 1024;
  private static final String MARK = "LK1.";
  private static final int SIGNATURE_BYTES = 64;
  private static final int HAS_NUMBER = 128;

  /** A machine without a network is set by hand: a key is accepted a day before it was signed. */
  private static final long BEFORE = 24 * 60 * 60;

  private static final int LIST_SIZE = 65_536;

  private final long serial;
  private final String benefitId;
  private final String product;
  private final Map<String, Object> entitlements;
  private final Instant signedAt;
  private final Instant endsAt;
  private final String statusUri;

  private SignedLicenseKey(ByteBuffer read, Signers signers) {
    serial = number(read);
    signedAt = Instant.ofEpochSecond(number(read));
    long end = number(read);
    endsAt = end == 0 ? null : Instant.ofEpochSecond(end);
    benefitId = new UUID(read.getLong(), read.getLong()).toString();
    String name = text(read, read.get() & 0xff);
    product = name.isEmpty() ? null : name;
    Map<String, Object> carried = new TreeMap<>();
    for (int count = read.get() & 0xff; count > 0; count--) {
      int head = read.get() & 0xff;
      String entitlement = text(read, head % HAS_NUMBER);
      carried.put(entitlement, head < HAS_NUMBER ? (Object) true : (Object) number(read));
    }
    entitlements = Collections.unmodifiableMap(carried);
    statusUri =
        String.format(
            "%s/.well-known/latchkey/%s/status-lists/%d",
            signers.issuer, signers.organizationId, serial / LIST_SIZE);
  }

  /**
   * What a license key says that proves itself, with nothing but the root key that is built into
   * the application. {@code benefitIds} are the benefits of which one has to be that of the key;
   * null if any may be. It cannot be known without a network whether the key was revoked, or on how
   * many machines it is used.
   */
  public static SignedLicenseKey verify(
      String key, Signers signers, Instant now, Collection<String> benefitIds) {
    byte[] bytes = bytesIn(key);
    int split = bytes.length - SIGNATURE_BYTES;
    byte[] payload = Arrays.copyOf(bytes, split);
    byte[] head =
        ("latchkey-signed-key\n" + key.substring(0, key.lastIndexOf('.') + 1)).getBytes(UTF_8);
    byte[] message =
        ByteBuffer.allocate(head.length + payload.length).put(head).put(payload).array();
    SigningKey root = new SigningKey("", signers.rootKey);
    if (!root.verifies(Arrays.copyOfRange(bytes, split, bytes.length), message)) {
      throw Failure.untrusted("bad_signature");
    }
    SignedLicenseKey says = read(payload, signers);
    if (benefitIds != null && !benefitIds.contains(says.benefitId)) {
      throw Failure.untrusted("wrong_benefit");
    }
    if (says.endsAt != null && now.isBefore(says.signedAt.minusSeconds(BEFORE))) {
      throw Failure.untrusted("not_yet_valid");
    }
    if (says.endsAt != null && !now.isBefore(says.endsAt.plusSeconds(Token.TOLERANCE))) {
      throw Failure.untrusted("expired");
    }
    return says;
  }

  public long serial() {
    return serial;
  }

  public String benefitId() {
    return benefitId;
  }

  /** The name of the product; null if the key has none. */
  public String product() {
    return product;
  }

  /** By their names: {@code true}, or a {@code Long}. */
  public Map<String, Object> entitlements() {
    return entitlements;
  }

  public Instant signedAt() {
    return signedAt;
  }

  /** Null if the key does not end. */
  public Instant endsAt() {
    return endsAt;
  }

  /** The place in the status list, which tells a machine with a network whether it was revoked. */
  public long statusIndex() {
    return serial % LIST_SIZE;
  }

  /** The status list. */
  public String statusUri() {
    return statusUri;
  }

  private static SignedLicenseKey read(byte[] payload, Signers signers) {
    ByteBuffer read = ByteBuffer.wrap(payload);
    try {
      SignedLicenseKey says = new SignedLicenseKey(read, signers);
      if (!read.hasRemaining()) {
        return says;
      }
    } catch (BufferUnderflowException e) {
      throw Failure.untrusted("malformed");
    }
    throw Failure.untrusted("malformed");
  }

  /** The bytes after the mark, written in the one way that they can be. */
  private static byte[] bytesIn(String key) {
    if (key.length() > MAX_KEY) {
      throw Failure.untrusted("too_long");
    }
    int end = key.lastIndexOf('.') + 1;
    String head = key.substring(0, end);
    String body = key.substring(end);
    byte[] bytes = Encoding.fromBase64(body);
    boolean isMarked = head.equals(MARK) || head.endsWith("-" + MARK);
    if (!isMarked
        || bytes == null
        || bytes.length <= SIGNATURE_BYTES
        || !Encoding.toBase64Url(bytes).equals(body)) {
      throw Failure.untrusted("malformed");
    }
    return bytes;
  }

  private static long number(ByteBuffer read) {
    return read.getInt() & 0xffff_ffffL;
  }

  private static String text(ByteBuffer read, int length) {
    byte[] bytes = new byte[length];
    read.get(bytes);
    return new String(bytes, ISO_8859_1);
  }
}
