package dev.latchkey.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Where the description of a device is read from. */
final class Machine {
  private static final int MAX_VALUE = 256;
  private static final int MOST_CARDS = 4;
  private static final String NO_ADDRESS = "00:00:00:00:00:00";

  /** What Linux lets everybody read, where it is there. */
  private static final Map<String, String> FILES =
      Map.of(
          "machine_id", "/etc/machine-id",
          "board", "/sys/class/dmi/id/board_name",
          "product", "/sys/class/dmi/id/product_name",
          "vendor", "/sys/class/dmi/id/sys_vendor",
          "board_serial", "/sys/class/dmi/id/board_serial",
          "system_serial", "/sys/class/dmi/id/product_serial",
          "disk_serial", "/sys/class/nvme/nvme0/serial");

  /** What these files say where nobody has set anything. */
  private static final Pattern NOT_SET =
      Pattern.compile(
          "0+|x+|\\.+|none|n/a|empty|unknown|uninitialized|invalid|0?123456789|not"
              + " (specified|applicable|available)|default string|(system|base board) serial"
              + " number|to be filled by o\\.?e\\.?m\\.?",
          Pattern.CASE_INSENSITIVE);

  /** Cards of virtual machines, containers and VPNs by the names of their interfaces. */
  private static final Pattern VIRTUAL_CARDS =
      Pattern.compile(
          "virtual|^(docker|veth|br-|virbr|vmnet|vnic|vboxnet|vethernet|tun|tap|utun|wg|zt|tailscale|awdl|llw)",
          Pattern.CASE_INSENSITIVE);

  /**
   * What the addresses begin with that docking stations and USB adapters take from one machine to
   * another, and those that VPNs and hypervisors give to each machine on which they are (TAP,
   * AnyConnect, FortiClient, VMware, Parallels).
   */
  private static final List<String> NOT_BUILT_IN =
      List.of(
          "00:05:1b",
          "00:24:9b",
          "00:50:b6",
          "00:e0:4c",
          "3c:18:a0",
          "64:4b:f0",
          "8c:ae:4c",
          "9c:eb:e8",
          "a0:ce:c8",
          "00:ff",
          "00:05:9a:3c:7a",
          "00:09:0f:aa",
          "00:09:0f:fe",
          "00:50:56:c0:00",
          "00:1c:42:00:00");

  /**
   * Addresses that makers give: no group, and none that software has made up, such as a private
   * address in a Wi-Fi. The two lowest bits of the first byte tell.
   */
  private static final Pattern GLOBAL_ADDRESS = Pattern.compile("[0-9a-f][048c](:[0-9a-f]{2}){5}");

  private static final Pattern HYPERVISORS =
      Pattern.compile(
          "kvm|qemu|vmware|virtualbox|virtual machine|xen|bochs|parallels|amazon ec2|google compute"
              + " engine|hvm domu",
          Pattern.CASE_INSENSITIVE);

  private final UnaryOperator<String> files;
  private final Map<String, String> env;
  private final String platform;
  private final Map<String, String> found = new LinkedHashMap<>();

  /** {@code files} has the text of a path, or null. */
  Machine(
      UnaryOperator<String> files,
      Map<String, String> env,
      String platform,
      String hostname,
      String cpu,
      List<Card> cards) {
    this.files = files;
    this.env = env;
    this.platform = platform;
    found.put("hostname", hostname);
    found.put("cpu", cpu);
    FILES.forEach(
        (name, path) -> {
          String content = files.apply(path);
          boolean isSet = content != null && !NOT_SET.matcher(content.strip()).matches();
          found.put(name, isSet ? content : null);
        });
    List<String> addresses =
        cards.stream()
            .filter(Card::isBuiltIn)
            .map(card -> card.address)
            .distinct()
            .sorted()
            .limit(MOST_CARDS)
            .collect(Collectors.toList());
    for (int n = 0; n < addresses.size(); n++) {
      found.put("mac_" + (n + 1), addresses.get(n));
    }
  }

  /** A network card with the name of its interface. */
  static final class Card {
    private final String name;
    private final String address;

    Card(String name, String address) {
      this.name = name;
      this.address = address.toLowerCase(Locale.ROOT).replace('-', ':');
    }

    /** Whether it may be a card that stays in its machine, and is in no other one. */
    private boolean isBuiltIn() {
      return GLOBAL_ADDRESS.matcher(address).matches()
          && !address.equals(NO_ADDRESS)
          && !VIRTUAL_CARDS.matcher(name).find()
          && NOT_BUILT_IN.stream().noneMatch(address::startsWith);
    }
  }

  static Machine ofThis() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    boolean isWindows = system.startsWith("windows");
    boolean isMac = system.startsWith("mac");
    String os = isWindows ? "win32" : isMac ? "darwin" : system;
    String platform = os + "-" + architecture();
    Machine machine =
        new Machine(Machine::read, System.getenv(), platform, hostname(), cpu(isMac), cards());
    if (isWindows) {
      String key = "HKLM\\SOFTWARE\\Microsoft\\Cryptography";
      String form = "MachineGuid\\s+REG_SZ\\s+(\\S+)";
      machine.withMachineId(printed(form, "reg", "query", key, "/v", "MachineGuid", "/reg:64"));
    } else if (isMac) {
      String form = "\"IOPlatformUUID\" = \"([^\"]+)\"";
      machine.withMachineId(
          printed(form, "/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice"));
    }
    return machine;
  }

  /** The ID that macOS or Windows gives to the machine, where no file has one. */
  Machine withMachineId(String id) {
    found.merge("machine_id", id, (known, other) -> known);
    return this;
  }

  /**
   * Virtual machines, containers and runners of a CI say that they are. That nothing says so is no
   * proof.
   */
  DeviceDescription description() {
    Map<String, String> components = new LinkedHashMap<>();
    found.forEach(
        (name, value) -> {
          String text = value == null ? "" : value.strip();
          if (!text.isEmpty()) {
            components.put(name, text.substring(0, Math.min(MAX_VALUE, text.length())));
          }
        });
    boolean isContainer =
        files.apply("/.dockerenv") != null || files.apply("/run/.containerenv") != null;
    boolean isHypervisor =
        HYPERVISORS.matcher(found.get("vendor") + " " + found.get("product")).find();
    boolean isRunner = !env.getOrDefault("CI", "").isEmpty();
    return DeviceDescription.of(components)
        .withVirtual(isRunner || isContainer || isHypervisor)
        .withPlatform(platform);
  }

  private static String read(String path) {
    try {
      return new String(Files.readAllBytes(Path.of(path)), UTF_8);
    } catch (IOException e) {
      return null;
    }
  }

  /** As other clients name it. */
  private static String architecture() {
    String name = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    return Map.of(
            "amd64", "x64", "x86_64", "x64", "aarch64", "arm64", "x86", "ia32", "i386", "ia32")
        .getOrDefault(name, name);
  }

  /** The name of the address may be another one, and may have to be asked of the network. */
  private static String hostname() {
    String known = read("/proc/sys/kernel/hostname");
    if (known == null) {
      known = System.getenv("COMPUTERNAME");
    }
    try {
      return known == null ? InetAddress.getLocalHost().getHostName() : known;
    } catch (UnknownHostException e) {
      return null;
    }
  }

  private static String cpu(boolean isMac) {
    if (isMac) {
      return printed("(.+)", "sysctl", "-n", "machdep.cpu.brand_string");
    }
    String listed = read("/proc/cpuinfo");
    Matcher model =
        Pattern.compile("^model name\\s*:\\s*(.+)$", Pattern.MULTILINE)
            .matcher(listed == null ? "" : listed);
    return model.find() ? model.group(1) : System.getenv("PROCESSOR_IDENTIFIER");
  }

  /** Windows has the names of products in the names to display. */
  private static List<Card> cards() {
    List<Card> cards = new ArrayList<>();
    try {
      for (NetworkInterface each : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        byte[] address = each.getHardwareAddress();
        if (address != null) {
          List<String> parts = new ArrayList<>();
          for (byte part : address) {
            parts.add(String.format(Locale.ROOT, "%02x", part));
          }
          boolean isNamed = VIRTUAL_CARDS.matcher(each.getName()).find();
          String name = isNamed ? each.getName() : each.getDisplayName();
          cards.add(new Card(name == null ? "" : name, String.join(":", parts)));
        }
      }
    } catch (SocketException e) {
      return List.of();
    }
    return cards;
  }

  /** What a command prints in this form; null if it prints no such thing within some seconds. */
  private static String printed(String form, String... command) {
    try {
      Process process =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      try {
        if (!process.waitFor(5, TimeUnit.SECONDS)) {
          return null;
        }
        Matcher found =
            Pattern.compile(form)
                .matcher(new String(process.getInputStream().readAllBytes(), UTF_8));
        return found.find() ? found.group(1) : null;
      } finally {
        process.destroy();
      }
    } catch (IOException e) {
      return null;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return null;
    }
  }
}
