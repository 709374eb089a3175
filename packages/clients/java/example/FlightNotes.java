import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import dev.latchkey.client.FileStorage;
import dev.latchkey.client.Installation;
import dev.latchkey.client.LicenseClient;
import dev.latchkey.client.LicenseState;
import dev.latchkey.client.Refreshed;
import dev.latchkey.client.Result;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * "Flight Notes": an application that writes pages, if it is licensed, also on a plane. It runs
 * from its source: see the README of the library. {@code npm run demo:app -- setup} creates what
 * the seller creates.
 */
final class FlightNotes {
  private static final Path DATA =
      Path.of(System.getenv().getOrDefault("LATCHKEY_DATA", ".latchkey"), "demo-app");

  private final JsonObject build;
  private final LicenseClient license;

  /**
   * What is compiled into a real application is a file here, because every demo service has another
   * root key.
   */
  private FlightNotes() throws IOException {
    build = JsonParser.parseString(Files.readString(DATA.resolve("build.json"))).getAsJsonObject();
    license =
        LicenseClient.builder()
            .url(build.get("url").getAsString())
            .organizationId(build.get("organizationId").getAsString())
            .rootKey(build.get("rootKey").getAsString())
            .storage(new FileStorage(DATA.resolve("java")))
            .attempts(2)
            .build();
  }

  public static void main(String[] arguments) {
    String command = arguments.length == 0 ? "" : arguments[0];
    try {
      FlightNotes notes = new FlightNotes();
      String given =
          arguments.length > 1
              ? arguments[1]
              : notes.build.getAsJsonObject("licenseKey").get("key").getAsString();
      System.out.println(notes.run(command, given));
    } catch (IOException e) {
      System.out.println(e + ": run `npm run demo:app -- setup` first.");
      System.exit(1);
    }
  }

  private String run(String command, String key) {
    switch (command) {
      case "activate":
        Result<String> activated = license.activate(key, Installation.of("Flight Notes for Java"));
        return activated.isOk()
            ? leased(license.lease())
            : "Not activated: " + activated.problem().orElseThrow();
      case "work":
        Refreshed refreshed = license.refresh();
        String page =
            refreshed.license().isUsable() ? "A page is written. " : "Nothing is written. ";
        return page
            + described(refreshed.license())
            + (refreshed.status().isOk() ? "" : " " + refreshed.status());
      case "status":
        return described(license.check());
      case "deactivate":
        return license
            .deactivate()
            .problem()
            .map(problem -> "Not deactivated: " + problem)
            .orElse("Deactivated.");
      default:
        return "Commands: activate [key], work, status, deactivate";
    }
  }

  private static String leased(Result<LicenseState> leased) {
    return leased
        .problem()
        .map(problem -> "Activated, but not for work offline: " + problem)
        .orElseGet(() -> described(leased.value()));
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
            + state.lease().graceUntil()
            + " without a network."
        : "Licensed, also without a network until " + state.lease().expiresAt() + ".";
  }
}
