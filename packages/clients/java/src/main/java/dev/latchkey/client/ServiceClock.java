package dev.latchkey.client;

import java.io.UncheckedIOException;
import java.time.Clock;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * What time it is by the service, as far as that is known, in whole seconds. The clock of the
 * machine may be wrong, and may be set: its difference to the service is learned from signed
 * answers.
 */
final class ServiceClock {
  private static final String NAME = "clock";

  /** A time that is this little later is not written again. */
  private static final long WORTH_WRITING = 60;

  /** A difference between clocks that changed by less is not written again. */
  private static final long WORTH_CORRECTING = 10;

  private final Storage storage;
  private final Clock machine;
  private final LongSupplier nanoTime;
  private Anchor anchor;
  private Remembered remembered;

  ServiceClock(Storage storage, Clock machine, LongSupplier nanoTime) {
    this.storage = storage;
    this.machine = machine;
    this.nanoTime = nanoTime;
  }

  private static final class Remembered {
    /** The latest time that was seen. */
    final long latest;

    /** The latest time that the service has signed in an answer, or in a lease file. */
    final long proven;

    /** How far the clock of the service was ahead of that of the machine at that time. */
    final long offset;

    Remembered(long latest, long proven, long offset) {
      this.latest = latest;
      this.proven = proven;
      this.offset = offset;
    }
  }

  /** The moment of a signed answer, by the service and by the machine. */
  private static final class Anchor {
    final long time;
    final long machine;
    final long monotonic;

    Anchor(long time, long machine, long monotonic) {
      this.time = time;
      this.machine = machine;
      this.monotonic = monotonic;
    }
  }

  /**
   * The time now. If the clock of the machine is wrong, and nothing says by how much, the time that
   * it shows.
   */
  synchronized Instant now() {
    Long known = known();
    return Instant.ofEpochSecond(known == null ? machine() : known);
  }

  /**
   * The time now; null if the clock of the machine shows a time before one that was seen earlier.
   * Remembers the time.
   */
  synchronized Instant time() {
    Long now = known();
    if (now == null) {
      return null;
    }
    Remembered before = read();
    if (now > before.latest + WORTH_WRITING) {
      remember(new Remembered(now, before.proven, before.offset));
    }
    return Instant.ofEpochSecond(now);
  }

  /**
   * Whether an answer may have been signed at this time: not before another one that was signed.
   */
  synchronized boolean isPlausible(Instant time) {
    return time.getEpochSecond() >= read().proven - Token.TOLERANCE;
  }

  /**
   * The service has just said what time it is, for a request of now. This corrects whatever was
   * known.
   */
  synchronized void correct(Instant signedAt) {
    long time = signedAt.getEpochSecond();
    anchor = new Anchor(time, machine(), monotonic());
    long offset = time - anchor.machine;
    Remembered before = read();
    if (Math.abs(time - before.latest) > WORTH_WRITING
        || Math.abs(offset - before.offset) > WORTH_CORRECTING) {
      remember(new Remembered(time, time, offset));
    }
  }

  /**
   * The service has said what time it was, in answer to a request of this machine that somebody
   * carried: it is that, or later. What the machine believed beyond that was wrong, or is not
   * known.
   */
  synchronized void correctByFile(Instant signedAt) {
    Remembered before = read();
    long latest = Math.max(signedAt.getEpochSecond(), before.proven);
    long earliest = latest - Token.TOLERANCE;
    if (anchor != null && since(anchor) < earliest) {
      anchor = null;
    }
    long shown = machine();
    boolean isPossible = Math.max(shown, shown + before.offset) >= earliest;
    remember(new Remembered(latest, latest, isPossible ? before.offset : latest - shown));
  }

  /** A signed time of some day in the past: it is later than that now. */
  synchronized void atLeast(Instant signedAt) {
    long time = signedAt.getEpochSecond();
    Remembered before = read();
    if (time > before.latest + WORTH_WRITING) {
      remember(new Remembered(time, before.proven, before.offset));
    }
  }

  /**
   * In the process that got a signed answer, time has passed since as the monotonic clock says, or
   * as the machine's clock says if that is more: the monotonic one may stand still while the
   * machine sleeps. In another process, the machine's clock is right, or wrong by as much as
   * before: the earlier of these times that is not before the latest one seen.
   */
  private Long known() {
    if (anchor != null) {
      return since(anchor);
    }
    long shown = machine();
    Remembered last = read();
    long earliest = last.latest - Token.TOLERANCE;
    long corrected = shown + last.offset;
    if (Math.min(shown, corrected) >= earliest) {
      return Math.min(shown, corrected);
    }
    return Math.max(shown, corrected) >= earliest ? Math.max(shown, corrected) : null;
  }

  private long machine() {
    return machine.instant().getEpochSecond();
  }

  private long since(Anchor moment) {
    return moment.time + Math.max(monotonic() - moment.monotonic, machine() - moment.machine);
  }

  private long monotonic() {
    return TimeUnit.NANOSECONDS.toSeconds(nanoTime.getAsLong());
  }

  private Remembered read() {
    if (remembered == null) {
      Map<String, Object> stored = Json.parseObject(storage.read(NAME).orElse(""));
      remembered =
          new Remembered(
              secondsIn(stored, "latest"),
              secondsIn(stored, "proven"),
              secondsIn(stored, "offset"));
    }
    return remembered;
  }

  private static long secondsIn(Map<String, Object> stored, String name) {
    Object seconds = stored == null ? null : stored.get(name);
    return seconds instanceof Long ? (Long) seconds : 0;
  }

  private void remember(Remembered next) {
    remembered = next;
    try {
      storage.write(
          NAME,
          Json.write(
              new TreeMap<>(
                  Map.of("latest", next.latest, "proven", next.proven, "offset", next.offset))));
    } catch (UncheckedIOException e) {
      // A full disk is no reason to stop an application that has a license. This process knows the
      // time.
    }
  }
}
