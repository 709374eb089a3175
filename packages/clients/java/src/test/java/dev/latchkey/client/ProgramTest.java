package dev.latchkey.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs that use the library, each in a process with a home of its own. */
class ProgramTest {
  @TempDir Path home;

  private String printed(String... arguments) throws Exception {
    ProcessBuilder builder =
        Programs.java(arguments).directory(home.toFile()).redirectErrorStream(true);
    for (String variable : List.of("HOME", "XDG_DATA_HOME", "LOCALAPPDATA")) {
      builder.environment().put(variable, home.toString());
    }
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertEquals(0, process.waitFor(), output);
    return output;
  }

  @Test
  void theDataOfAnApplicationAreWhereThePlatformHasThem() throws Exception {
    printed("-Duser.home=" + home, StorageProcess.class.getName(), "data", "flight-notes");
    try (var files = Files.walk(home)) {
      assertEquals(
          1,
          files
              .filter(each -> each.endsWith(Path.of("flight-notes", "license", "clock.json")))
              .count());
    }
  }
}
