package dev.latchkey.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class BackgroundTest {
  @Test
  void aStepIsRepeatedUntilItReturnsNullAndAnErrorDoesNotEndIt() throws InterruptedException {
    Queue<String> steps = new ArrayDeque<>(List.of("on", "full", "on", "over", "never"));
    List<String> errors = Collections.synchronizedList(new ArrayList<>());
    Background background =
        new Background(
            () -> {
              String step = steps.remove();
              if (step.equals("full")) {
                throw new IllegalStateException(step);
              }
              return step.equals("over") ? null : Duration.ZERO;
            },
            Duration.ZERO,
            error -> errors.add(error.getMessage()),
            null);
    background.start().join();
    assertEquals(List.of("full"), errors);
    assertEquals(List.of("never"), List.copyOf(steps));
  }

  @Test
  void aClosedBackgroundTakesNoFurtherStep() throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    List<String> steps = Collections.synchronizedList(new ArrayList<>());
    Background background =
        new Background(
            () -> {
              steps.add("step");
              started.countDown();
              return Duration.ofHours(1);
            },
            Duration.ZERO,
            error -> {},
            null);
    try (Background running = background.start()) {
      started.await();
      assertTrue(running == background);
    }
    background.join();
    assertEquals(List.of("step"), steps);
  }

  @Test
  void keepFreshTellsWhatCheckSays() throws InterruptedException {
    BlockingQueue<Refreshed> found = new ArrayBlockingQueue<>(1);
    Background background = Clients.offline(new MemoryStorage()).keepFresh(found::add);
    assertEquals("no_lease", found.take().license().reason().orElseThrow());
    background.close();
    background.join();
  }

  @Test
  void keepFreshGoesOnAfterAnErrorOfTheApplication() throws InterruptedException {
    BlockingQueue<String> errors = new ArrayBlockingQueue<>(2);
    CountDownLatch twice = new CountDownLatch(2);
    Background background =
        Clients.offline(new MemoryStorage())
            .keepFresh(
                Duration.ZERO,
                refreshed -> {
                  twice.countDown();
                  throw new IllegalStateException("of the application");
                },
                error -> errors.offer(error.getMessage()));
    twice.await();
    background.close();
    background.join();
    assertEquals("of the application", errors.take());
  }

  @Test
  void keepCheckedOutEndsWhenThereIsNothingToRenew() throws InterruptedException {
    List<Outcome> heartbeats = Collections.synchronizedList(new ArrayList<>());
    Clients.offline(new MemoryStorage())
        .keepCheckedOut(result -> heartbeats.add(result.outcome()))
        .join();
    assertEquals(List.of(Outcome.NOT_ACTIVATED), heartbeats);
  }
}
