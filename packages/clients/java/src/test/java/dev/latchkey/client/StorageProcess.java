package dev.latchkey.client;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * A process that shares a storage with a test: {@code data <application>}, {@code count <folder>
 * <times>}, {@code hold <folder>} or {@code write <folder>}.
 */
final class StorageProcess {
  static final int LENGTH = 200_000;

  private StorageProcess() {}

  public static void main(String[] arguments) {
    if (arguments[0].equals("data")) {
      FileStorage.forApplication(arguments[1]).write("clock", "{}");
      return;
    }
    FileStorage storage = new FileStorage(Path.of(arguments[1]));
    switch (arguments[0]) {
      case "count":
        count(storage, Integer.parseInt(arguments[2]));
        break;
      case "hold":
        storage.withLock(StorageProcess::heldUntilTheInputEnds);
        break;
      default:
        for (boolean isFirst = true; ; isFirst = !isFirst) {
          storage.write("record", (isFirst ? "a" : "b").repeat(LENGTH));
          System.out.println("written");
        }
    }
  }

  /** Reads a number and writes the next one, so many times. */
  static void count(Storage storage, int times) {
    for (int n = 0; n < times; n++) {
      storage.withLock(
          () -> {
            int before = Integer.parseInt(storage.read("count").orElse("0"));
            storage.write("count", String.valueOf(before + 1));
            return before;
          });
    }
  }

  static Process start(String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of(StorageProcess.class.getName()));
    all.addAll(List.of(arguments));
    return Programs.java(all.toArray(String[]::new))
        .redirectError(ProcessBuilder.Redirect.INHERIT)
        .start();
  }

  private static int heldUntilTheInputEnds() {
    System.out.println("held");
    try {
      return System.in.read();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
