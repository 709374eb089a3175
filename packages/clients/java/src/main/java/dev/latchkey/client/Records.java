package dev.latchkey.client;

import java.io.UncheckedIOException;
import java.util.Map;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * What the library stores (packages/conformance/README.md). What is not in its own form counts as
 * missing. Nothing here is trusted.
 */
final class Records {
  static final int VERSION = 1;
  private static final String LICENSE = "license";
  private static final String LEASE = "lease";
  private static final String UNITS = "units";
  private static final String DEVICE = "device";
  private static final String PROBE = "probe";

  /**
   * The last lease, if the storage failed. It counts until another one is stored, by this process
   * or by another one.
   */
  private static final class Unstored {
    final LeaseRecord lease;

    /** The text that the storage has instead. */
    final String inPlaceOf;

    Unstored(LeaseRecord lease, String inPlaceOf) {
      this.lease = lease;
      this.inPlaceOf = inPlaceOf;
    }
  }

  private final Storage storage;
  private volatile Unstored unstored;

  /** Null if the machine has no ID that all of its accounts have. */
  private final Supplier<String> machineId;

  Records(Storage storage, Supplier<String> machineId) {
    this.storage = storage;
    this.machineId = machineId;
  }

  /** Null if there is none. */
  LicenseRecord license() {
    Map<String, Object> stored = read(LICENSE);
    return stored == null ? null : LicenseRecord.from(stored);
  }

  /**
   * Also replaces the license that is there. Its lease stays until that of the new license is
   * stored.
   */
  void write(LicenseRecord record) {
    storage.write(LICENSE, record.text());
  }

  /** Throws what writing such a license would throw. */
  void assertWritable(String key, Installation installation) {
    storage.write(PROBE, LicenseRecord.of("-".repeat(key.length()), null, installation).text());
    storage.remove(PROBE);
  }

  /** Null if there is none. */
  LeaseRecord lease() {
    String text = storage.read(LEASE).orElse("");
    Unstored last = unstored;
    if (last != null && last.inPlaceOf.equals(text)) {
      return last.lease;
    }
    Map<String, Object> stored = recordIn(text);
    return stored == null ? null : LeaseRecord.from(stored);
  }

  /** If the storage fails, the lease counts in this process nevertheless. */
  void write(LeaseRecord record) {
    String before = storage.read(LEASE).orElse("");
    try {
      storage.write(LEASE, record.text());
      unstored = null;
    } catch (UncheckedIOException e) {
      unstored = new Unstored(record, before);
      throw e;
    }
  }

  /** Null if there is none. */
  UnitsRecord units() {
    Map<String, Object> stored = read(UNITS);
    return stored == null ? null : UnitsRecord.from(stored);
  }

  void write(UnitsRecord record) {
    storage.write(UNITS, record.text());
  }

  void forget() {
    unstored = null;
    storage.remove(LEASE);
    storage.remove(LICENSE);
    storage.remove(UNITS);
  }

  /**
   * The IDs of the device and of this installation, which are made once, when they are asked for
   * first. What was created first counts. A text that was damaged is left, and the next name is
   * used: if it were replaced, another process could replace it as well, and each would have an ID
   * of its own.
   */
  DeviceRecord device() {
    for (int n = 0; ; n++) {
      String name = n == 0 ? DEVICE : DEVICE + "-" + n;
      Map<String, Object> stored =
          Json.parseObject(storage.read(name).orElseGet(() -> createdDevice(name)));
      String id = stored == null ? null : Json.textOf(stored.get("id"));
      if (id != null && !id.isEmpty()) {
        return new DeviceRecord(id, Json.textOf(stored.get("installation")));
      }
    }
  }

  private String createdDevice(String name) {
    LicenseRecord license = license();
    String known = license == null ? null : license.device;
    String machine = machineId.get();
    String random = UUID.randomUUID().toString();
    boolean isOfMachine = machine != null && (known == null || known.equals(machine));
    Map<String, String> made =
        isOfMachine
            ? Map.of("id", machine, "installation", random)
            : Map.of("id", known == null ? random : known);
    storage.create(name, Json.write(made));
    return storage.read(name).orElse("");
  }

  private Map<String, Object> read(String name) {
    return recordIn(storage.read(name).orElse(""));
  }

  private static Map<String, Object> recordIn(String text) {
    Map<String, Object> stored = Json.parseObject(text);
    boolean isOurs =
        stored != null
            && Long.valueOf(VERSION).equals(stored.getOrDefault("version", (long) VERSION));
    return isOurs ? stored : null;
  }
}
