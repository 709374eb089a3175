package dev.latchkey.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;

/**
 * Measures what the README says about speed: {@code java … dev.latchkey.client.Speed}, in the
 * folder of the library.
 */
final class Speed {
  private static final int TIMES = 2000;

  private Speed() {}

  public static void main(String[] arguments) throws IOException {
    LicenseClient inMemory = Clients.leased(new MemoryStorage());
    LicenseClient inFiles =
        Clients.leased(new FileStorage(Files.createTempDirectory("latchkey-speed")));
    System.out.println("the first check: " + millis(timed(inFiles::check)) + " ms");
    report("a lease is verified", inMemory::check);
    report("check with files", inFiles::check);
    System.out.println(
        Path.of("").toAbsolutePath() + ", Java " + System.getProperty("java.version"));
  }

  private static void report(String name, Runnable work) {
    long[] nanos = new long[TIMES];
    for (int n = 0; n < TIMES; n++) {
      nanos[n] = timed(work);
    }
    long[] warm = Arrays.copyOfRange(nanos, TIMES / 2, TIMES);
    Arrays.sort(warm);
    System.out.printf(
        "%s: median %s ms, 99 of 100 within %s ms%n",
        name, millis(warm[warm.length / 2]), millis(warm[warm.length * 99 / 100]));
  }

  private static long timed(Runnable work) {
    long before = System.nanoTime();
    work.run();
    return System.nanoTime() - before;
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.2f", nanos / 1e6);
  }
}
