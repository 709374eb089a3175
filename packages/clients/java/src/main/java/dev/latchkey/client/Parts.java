package dev.latchkey.client;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** What the operations of a client share. */
final class Parts {
  final Signers signers;
  final Storage storage;
  final Records records;
  final ServiceClock clock;
  final Transport transport;
  final Service service;

  /** Null if keys of any benefit are accepted. */
  final List<String> benefitIds;

  /** Null if the device has an ID that is made and stored. */
  final String givenDeviceId;

  /** Waits instead of threads; null if nothing does. */
  final Consumer<Duration> givenSleep;

  /** Whether requests name the installation: its ID is stored. */
  private final boolean hasInstallation;

  private final Map<String, Object> application;
  private Supplier<DeviceDescription> device;

  Parts(LicenseClientBuilder options) {
    this.signers = options.signers();
    this.storage = options.storage;
    this.records = new Records(storage, this::machineId);
    this.hasInstallation = options.isStored;
    this.clock = new ServiceClock(storage, options.clock, options.nanoTime);
    this.givenSleep = options.sleep;
    this.transport =
        new Transport(
            options.httpClient(),
            options.timeout,
            options.attempts,
            givenSleep == null ? Transport::sleepThread : givenSleep,
            options.logger);
    this.service = new Service(options.url, signers, storage, transport, clock);
    this.benefitIds = options.benefitIds;
    this.givenDeviceId = options.deviceId;
    this.application = options.application();
    this.device = options.device;
  }

  String deviceId() {
    return givenDeviceId == null ? records.device().id : givenDeviceId;
  }

  /**
   * Accounts and processes of one machine have one device, and installations of their own where
   * those have IDs.
   */
  Map<String, String> deviceHeaders() {
    if (!hasInstallation) {
      return Map.of("license-device", deviceId());
    }
    DeviceRecord known = records.device();
    boolean isOwn = givenDeviceId != null && known.installation == null;
    String installation = isOwn ? known.id : known.installation;
    return installation == null
        ? Map.of("license-device", known.id)
        : Map.of("license-device", deviceId(), "license-installation", installation);
  }

  Expected expected() {
    return Expected.ofDevice(deviceId()).withBenefitIds(benefitIds);
  }

  void requireSupport() {
    if (!Ed25519.isThere()) {
      throw Failure.unsupported();
    }
  }

  /** The license that is stored, if it has a key. */
  LicenseRecord withKey() {
    LicenseRecord record = records.license();
    if (record == null || record.key == null || record.key.isEmpty()) {
      throw Failure.notActivated();
    }
    return record;
  }

  /** The license that is stored, if it has a key that is activated. */
  LicenseRecord activated() {
    LicenseRecord record = withKey();
    if (record.activationId == null) {
      throw Failure.notActivated();
    }
    return record;
  }

  Map<String, Object> keyOf(LicenseRecord record) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("key", record.key);
    body.put("organization_id", signers.organizationId);
    return body;
  }

  Map<String, Object> activationOf(LicenseRecord record) {
    Map<String, Object> body = keyOf(record);
    body.put("activation_id", record.activationId);
    return body;
  }

  /**
   * Into a request whose key has to be good for this benefit, on this device, with these
   * conditions.
   */
  Map<String, Object> describedIn(Map<String, Object> body, LicenseRecord record) {
    body.put("conditions", record.installation.conditions);
    if (record.benefitId != null) {
      body.put("benefit_id", record.benefitId);
    }
    describeDeviceIn(body);
    if (!application.isEmpty()) {
      body.put("application", application);
    }
    return body;
  }

  void describeDeviceIn(Map<String, Object> body) {
    DeviceDescription described = device();
    if (described != null) {
      body.put("device", described.fields());
    }
  }

  private String machineId() {
    DeviceDescription described = device();
    return described == null ? null : described.machineId(signers.organizationId);
  }

  /** A supplier is asked once. */
  private synchronized DeviceDescription device() {
    DeviceDescription described = device.get();
    device = () -> described;
    return described;
  }
}
