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

/** Where the description of a device is read from. */
final class Machine {
  private static final int MAX_VALUE = 256;
  private static final String NO_ADDRESS = "00:00:00:00:00:00";

  /** What Linux lets everybody read, where it is there. */
  private static final Map<String, String> FILES =
      Map.of(
          "machine_id", "/etc/machine-id",
          "board", "/sys/class/dmi/id/board_name",
          "product", "/sys/class/dmi/id/product_name",
          "vendor", "/sys/class/dmi/id/sys_vendor");

  private static final Pattern HYPERVISORS =
      Pattern.compile(
          "kvm|qemu|vmware|virtualbox|virtual machine|xen|bochs|parallels|amazon ec2|google compute"
              + " engine|hvm domu",
          Pattern.CASE_INSENSITIVE);

  private final UnaryOperator<String> files;
  private final Map<String, String> env;
  private final String platform;
  private final Map<String, String> found = new LinkedHashMap<>();

  /**
   * {@code files} has the text of a path, or null. Of several network cards, the address that comes
   * first counts.
   */
  Machine(
      UnaryOperator<String> files,
      Map<String, String> env,
      String platform,
      String hostname,
      String cpu,
      List<String> addresses) {
    this.files = files;
    this.env = env;
    this.platform = platform;
    found.put("hostname", hostname);
    found.put("cpu", cpu);
    found.put(
        "mac",
        addresses.stream()
            .filter(each -> !each.equals(NO_ADDRESS))
            .sorted()
            .findFirst()
            .orElse(null));
    FILES.forEach((name, path) -> found.put(name, files.apply(path)));
  }

  static Machine ofThis() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    boolean isWindows = system.startsWith("windows");
    boolean isMac = system.startsWith("mac");
    String os = isWindows ? "win32" : isMac ? "darwin" : system;
    String platform = os + "-" + architecture();
    Machine machine =
        new Machine(Machine::read, System.getenv(), platform, hostname(), cpu(isMac), addresses());
    if (isWindows) {
      String key = "HKLM\\SOFTWARE\\Microsoft\\Cryptography";
      machine.found.put(
          "machine_id",
          printed("MachineGuid\\s+REG_SZ\\s+(\\S+)", "reg", "query", key, "/v", "MachineGuid"));
    } else if (isMac) {
      String form = "\"IOPlatformUUID\" = \"([^\"]+)\"";
      machine.found.put(
          "machine_id", printed(form, "ioreg", "-rd1", "-c", "IOPlatformExpertDevice"));
    }
    return machine;
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

  private static List<String> addresses() {
    List<String> addresses = new ArrayList<>();
    try {
      for (NetworkInterface card : Collections.list(NetworkInterface.getNetworkInterfaces())) {
        byte[] address = card.getHardwareAddress();
        if (address != null && address.length == 6) {
          List<String> parts = new ArrayList<>();
          for (byte each : address) {
            parts.add(String.format(Locale.ROOT, "%02x", each));
          }
          addresses.add(String.join(":", parts));
        }
      }
    } catch (SocketException e) {
      return List.of();
    }
    return addresses;
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
