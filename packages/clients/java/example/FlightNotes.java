import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.latchkey.client.FileStorage;
import dev.latchkey.client.Installation;
import dev.latchkey.client.LicenseClient;
import dev.latchkey.client.LicenseClientBuilder;
import dev.latchkey.client.LicenseState;
import dev.latchkey.client.Outcome;
import dev.latchkey.client.Refreshed;
import dev.latchkey.client.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * "Flight Notes": an application that writes pages, if it is licensed, also on a plane. It runs
 * from its source: see the README of the library. {@code npm run demo:app -- setup} creates what
 * the seller creates.
 */
final class FlightNotes {
  private static final Path DATA =
      Path.of(System.getenv().getOrDefault("LATCHKEY_DATA", ".latchkey"), "demo-app");

  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm", Locale.ROOT).withZone(ZoneOffset.UTC);

  private final JsonObject build;
  private final LicenseClient license;

  /**
   * What is compiled into a real application is a file here, because every demo service has another
   * root key.
   */
  private FlightNotes() throws IOException {
    build = JsonParser.parseString(Files.readString(DATA.resolve("build.json"))).getAsJsonObject();
    LicenseClientBuilder options =
        LicenseClient.builder()
            .url(build.get("url").getAsString())
            .organizationId(build.get("organizationId").getAsString())
            .rootKey(build.get("rootKey").getAsString())
            .storage(new FileStorage(DATA.resolve("java")))
            .attempts(2);
    if (build.has("issuer")) {
      options.issuer(build.get("issuer").getAsString());
    }
    license = options.build();
  }

  public static void main(String[] arguments) {
    String command = arguments.length == 0 ? "" : arguments[0];
    try {
      FlightNotes notes = new FlightNotes();
      boolean isDone = notes.run(command, arguments.length > 1 ? arguments[1] : notes.boughtKey());
      System.exit(isDone ? 0 : 1);
    } catch (IOException e) {
      System.out.println(e + ": run `npm run demo:app -- setup` first.");
      System.exit(1);
    }
  }

  /** A real application does not know it: the customer enters it. */
  private String boughtKey() {
    return build.getAsJsonObject("licenseKey").get("key").getAsString();
  }

  /** Returns whether the command succeeded. */
  private boolean run(String command, String key) {
    switch (command) {
      case "activate":
        return activate(key);
      case "work":
        Refreshed refreshed = license.refresh();
        boolean isUsable = refreshed.license().isUsable();
        boolean isAlone = refreshed.status().outcome() == Outcome.UNAVAILABLE;
        String page = isUsable ? "A page is written. " : "Nothing is written. ";
        String alone = isAlone ? " The service cannot be reached." : "";
        return told(isUsable, page + described(refreshed.license()) + alone);
      case "status":
        LicenseState state = license.check();
        return told(state.isUsable(), described(state));
      case "deactivate":
        Result<Void> done = license.deactivate();
        return told(
            done.isOk(), done.isOk() ? "Deactivated." : "Not deactivated: " + reasonOf(done));
      default:
        return told(false, "Commands: activate [key], work, status, deactivate");
    }
  }

  private boolean activate(String key) {
    Result<String> activated = license.activate(key, Installation.of("Flight Notes for Java"));
    if (!activated.isOk()) {
      return told(false, "Not activated: " + reasonOf(activated));
    }
    Result<LicenseState> leased = license.lease();
    return leased.isOk()
        ? told(true, "Activated. " + described(leased.value()))
        : told(false, "Activated, but not for work offline: " + reasonOf(leased));
  }

  private static boolean told(boolean isDone, String text) {
    System.out.println(text);
    return isDone;
  }

  private static String reasonOf(Result<?> result) {
    return result.problem().orElseThrow().toString();
  }

  private static String described(LicenseState state) {
    if (!state.isUsable()) {
      String reason = state.reason().orElseThrow();
      return reason.equals("no_lease")
          ? "Not activated."
          : "The license cannot be used: " + reason + ".";
    }
    return state.isInGrace()
        ? "The license is over. The application stops at "
            + MINUTE.format(state.lease().graceUntil())
            + " without a network."
        : "Licensed, also without a network until "
            + MINUTE.format(state.lease().expiresAt())
            + ".";
  }
}
