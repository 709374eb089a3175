package dev.latchkey.client;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What an application says about its machine (docs/licensing/devices.md). Self-reported: whoever
 * has the machine can change it.
 */
public final class DeviceDescription {
  /**
   * Components that name a model or a setting, which many machines share. The service knows the
   * same.
   */
  private static final Set<String> DESCRIBING =
      Set.of("board", "cpu", "hostname", "model", "product", "vendor");

  /** Components that only an administrator can read, and so not all accounts of a machine. */
  private static final Set<String> OF_ADMINISTRATORS = Set.of("board_serial", "system_serial");

  /** Components that only virtual machines, containers and runners of a CI have. */
  private static final Set<String> OF_VIRTUAL_MACHINES = Set.of("hypervisor", "container", "ci");

  /**
   * The ID of the operating system's installation, and something else: images of machines may have
   * the same ID.
   */
  private static final int FEWEST_COMPONENTS = 2;

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

  /**
   * An ID that every account of the described machine makes. Null for virtual machines, of which
   * many may be copies of one, and where too little is known. It is bound to the organization, so
   * that two sellers cannot compare what they know.
   */
  String machineId(String organizationId) {
    SortedMap<String, String> identifying = new TreeMap<>(components);
    boolean isCopied = isVirtual || identifying.keySet().removeAll(OF_VIRTUAL_MACHINES);
    identifying.keySet().removeAll(DESCRIBING);
    identifying.keySet().removeAll(OF_ADMINISTRATORS);
    if (isCopied
        || !identifying.containsKey("machine_id")
        || identifying.size() < FEWEST_COMPONENTS) {
      return null;
    }
    String pairs =
        identifying.entrySet().stream()
            .map(
                each ->
                    ",[" + Json.quoted(each.getKey()) + "," + Json.quoted(each.getValue()) + "]")
            .collect(Collectors.joining());
    return "m-"
        + Encoding.toBase64Url(Encoding.sha256("[" + Json.quoted(organizationId) + pairs + "]"));
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
