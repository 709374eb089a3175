package dev.latchkey.client;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** Repeats a step in a daemon thread, which keeps no program running, until it is closed. */
public final class Background implements AutoCloseable {
  private final Supplier<Duration> step;
  private final Duration again;
  private final Consumer<RuntimeException> onError;

  /** Waits instead of the thread, which {@link #close()} would wake; null if nothing does. */
  private final Consumer<Duration> sleep;

  private final CountDownLatch closed = new CountDownLatch(1);
  private final Thread thread = new Thread(this::run, "latchkey");

  /**
   * Runs a step now, and again after as long as it returned, a tenth more or less, so that
   * applications do not all come at once. Null ends it. An exception is given to {@code onError},
   * and the step is tried again after {@code again}.
   */
  Background(
      Supplier<Duration> step,
      Duration again,
      Consumer<RuntimeException> onError,
      Consumer<Duration> sleep) {
    this.step = step;
    this.again = again;
    this.onError = onError;
    this.sleep = sleep;
    thread.setDaemon(true);
  }

  Background start() {
    thread.start();
    return this;
  }

  /** Does not wait: a step that is running is finished. */
  @Override
  public void close() {
    closed.countDown();
  }

  /** Waits until the last step is finished. */
  public void join() throws InterruptedException {
    thread.join();
  }

  private void run() {
    try {
      for (Duration wait = Duration.ZERO; wait != null && !isClosedWithin(wait); ) {
        wait = next();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Duration next() {
    try {
      return step.get();
    } catch (RuntimeException e) {
      onError.accept(e);
      return again;
    }
  }

  private boolean isClosedWithin(Duration wait) throws InterruptedException {
    long percent = ThreadLocalRandom.current().nextLong(90, 111);
    long millis = wait.toMillis() * percent / 100;
    if (sleep == null || millis == 0) {
      return closed.await(millis, TimeUnit.MILLISECONDS);
    }
    sleep.accept(Duration.ofMillis(millis));
    return closed.getCount() == 0;
  }
}
