package dev.latchkey.client;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What an application says about its machine (docs/licensing/devices.md). Self-reported: whoever
 * has the machine can change it.
 */
public final class DeviceDescription {
  private final Map<String, String> components;
  private final String deviceClass;
  private final boolean isVirtual;
  private final String platform;

  private DeviceDescription(
      Map<String, String> components, String deviceClass, boolean isVirtual, String platform) {
    this.components = components;
    this.deviceClass = deviceClass;
    this.isVirtual = isVirtual;
    this.platform = platform;
  }

  /** What can be read of this machine without rights. */
  public static DeviceDescription ofThisMachine() {
    return Machine.ofThis().description();
  }

  /**
   * What the machine is recognized by: up to 16 names with values. The service stores digests of
   * them.
   */
  public static DeviceDescription of(Map<String, String> components) {
    return new DeviceDescription(Map.copyOf(components), null, false, null);
  }

  /** Such as {@code desktop}. */
  public DeviceDescription withDeviceClass(String deviceClass) {
    return new DeviceDescription(components, deviceClass, isVirtual, platform);
  }

  /** Whether it is a virtual machine, a container or the runner of a CI. */
  public DeviceDescription withVirtual(boolean isVirtual) {
    return new DeviceDescription(components, deviceClass, isVirtual, platform);
  }

  public DeviceDescription withPlatform(String platform) {
    return new DeviceDescription(components, deviceClass, isVirtual, platform);
  }

  /** In the names of the API. */
  Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("components", components);
    if (deviceClass != null) {
      fields.put("class", deviceClass);
    }
    if (isVirtual) {
      fields.put("virtual", true);
    }
    if (platform != null) {
      fields.put("platform", platform);
    }
    return fields;
  }
}
