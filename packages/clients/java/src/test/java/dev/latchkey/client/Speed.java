package dev.latchkey.client;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Locale;

/**
 * Measures what the README says about speed, in the folder of the library: the time of the
 * processor, because that of the clock also says what else the machine does.
 */
final class Speed {
  private static final int TIMES = 4000;
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private Speed() {}

  public static void main(String[] arguments) throws IOException {
    LicenseClient inMemory = Clients.leased(new MemoryStorage());
    LicenseClient inFiles =
        Clients.leased(new FileStorage(Files.createTempDirectory("latchkey-speed")));
    System.out.println("Java " + System.getProperty("java.version"));
    System.out.println("the first check: " + millis(timed(inFiles::check)) + " ms");
    report("a lease", inMemory::check);
    report("check with files", inFiles::check);
  }

  /**
   * The later half of the times: the first ones are those of a program that is not compiled yet.
   */
  private static void report(String name, Runnable work) {
    long[] nanos = new long[TIMES];
    Arrays.setAll(nanos, n -> timed(work));
    long[] warm = Arrays.copyOfRange(nanos, TIMES / 2, TIMES);
    Arrays.sort(warm);
    String median = millis(warm[warm.length / 2]);
    System.out.printf(
        "%s: median %s ms, 99 of 100 within %s ms%n",
        name, median, millis(warm[warm.length * 99 / 100]));
  }

  private static long timed(Runnable work) {
    long before = THREADS.getCurrentThreadCpuTime();
    work.run();
    return THREADS.getCurrentThreadCpuTime() - before;
  }

  private static String millis(long nanos) {
    return String.format(Locale.ROOT, "%.2f", nanos / 1e6);
  }
}
