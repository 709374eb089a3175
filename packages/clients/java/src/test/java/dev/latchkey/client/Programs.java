package dev.latchkey.client;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Processes of tests. */
final class Programs {
  private Programs() {}

  /** A Java that runs a class, or a source file, with the library. */
  static ProcessBuilder java(String... arguments) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of("-XX:TieredStopAtLevel=1", "-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(arguments));
    return new ProcessBuilder(command);
  }
}
