package dev.latchkey.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.Provider;
import java.security.Security;
import java.text.MessageFormat;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ResourceBundle;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class LicenseClientTest {
  private static final Installation LAPTOP = Installation.of("laptop");

  @Test
  void aJavaWithoutEd25519IsToldAndSendsNothing() throws IOException {
    MemoryStorage storage = new MemoryStorage();
    LicenseClient client = Clients.leased(storage);
    assertTrue(client.check().isUsable());
    assertEquals(Set.of(), client.missing());
    List<Provider> providers = new ArrayList<>();
    for (Provider provider : Security.getProviders("Signature.Ed25519")) {
      providers.add(provider);
      Security.removeProvider(provider.getName());
    }
    try {
      assertEquals(Set.of(Missing.ED25519), client.missing());
      for (Result<?> result :
          List.of(
              client.activate("KEY", LAPTOP),
              client.reactivate(),
              client.validate(),
              client.lease(),
              client.checkStatus(),
              client.heartbeat(),
              client.offline().request("laptop"))) {
        assertEquals(Outcome.UNSUPPORTED, result.outcome(), result.toString());
      }
      assertEquals("unsupported_runtime", client.check().reason().orElseThrow());
    } finally {
      providers.forEach(Security::addProvider);
    }
    assertTrue(client.check().isUsable());
  }

  @Test
  void anApplicationMayLogEachAttempt() {
    List<String> logged = new ArrayList<>();
    System.Logger logger =
        new System.Logger() {
          @Override
          public String getName() {
            return "latchkey";
          }

          @Override
          public boolean isLoggable(Level level) {
            return true;
          }

          @Override
          public void log(Level level, ResourceBundle bundle, String text, Throwable thrown) {
            logged.add(level + " " + text);
          }

          @Override
          public void log(Level level, ResourceBundle bundle, String format, Object... given) {
            logged.add(level + " " + MessageFormat.format(format, given));
          }
        };
    Clients.builder()
        .attempts(2)
        .sleep(time -> {})
        .logger(logger)
        .build()
        .activate("A-KEY", LAPTOP);
    assertEquals(2, logged.size());
    assertTrue(
        logged.get(1).matches("INFO POST http\\S+/activate, attempt 2: network: .+"),
        logged.get(1));
    assertTrue(logged.stream().noneMatch(line -> line.contains("A-KEY")));
  }

  @Test
  void requestsNameTheVersionOfThePom() throws IOException {
    Matcher version =
        Pattern.compile("<version>(.+)</version>").matcher(Files.readString(Path.of("pom.xml")));
    assertTrue(version.find());
    assertTrue(Transport.USER_AGENT.startsWith("latchkey-java/" + version.group(1) + " "));
  }

  @Test
  void anInterruptedThreadGivesUp() {
    LicenseClient client = Clients.builder().attempts(2).build();
    Thread.currentThread().interrupt();
    assertThrows(CancellationException.class, () -> client.activate("KEY", LAPTOP));
    assertTrue(Thread.interrupted());
  }

  @Test
  void aResultHasAValueOrAProblem() {
    Result<String> result = Clients.offline(new MemoryStorage()).activate("KEY", LAPTOP);
    assertEquals(Outcome.UNAVAILABLE, result.outcome());
    assertEquals("network", result.problem().orElseThrow().code());
    assertThrows(RuntimeException.class, result::value);
  }

  @Test
  void thisMachineCanBeDescribed() {
    Map<String, Object> described = DeviceDescription.ofThisMachine().fields();
    assertTrue(
        String.valueOf(described.get("platform")).matches("[a-z0-9]+-[a-z0-9]+"),
        described.toString());
    assertTrue(
        String.valueOf(described.get("components")).contains("hostname="), described.toString());
  }

  @Test
  void optionsWithWhichNothingCouldBeVerifiedAreRefused() {
    List<Consumer<LicenseClientBuilder>> wrong =
        List.of(
            options -> options.url("licenses.example.com"),
            options -> options.url("https://licenses example.com"),
            options -> options.url("https:///v1"),
            options -> options.organizationId("Acme Inc."),
            options -> options.rootKey("short"),
            options -> options.benefitIds(),
            options -> options.deviceId("a b"));
    for (Consumer<LicenseClientBuilder> option : wrong) {
      LicenseClientBuilder options = Clients.builder();
      option.accept(options);
      assertThrows(IllegalArgumentException.class, options::build);
    }
    assertThrows(IllegalArgumentException.class, () -> LicenseClient.builder().build());
  }
}
