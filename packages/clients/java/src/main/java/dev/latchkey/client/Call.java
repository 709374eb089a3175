package dev.latchkey.client;

import java.time.Duration;

/**
 * A call of the application: one time limit for all of its requests, their repeats and the waits
 * between them.
 */
final class Call {
  private final Duration limit;
  private Duration spent = Duration.ZERO;

  Call(Duration limit) {
    this.limit = limit;
  }

  Duration spent() {
    return spent;
  }

  /** Zero if nothing is left. */
  Duration left() {
    Duration left = limit.minus(spent);
    return left.isNegative() ? Duration.ZERO : left;
  }

  void spend(Duration time) {
    spent = spent.plus(time);
  }
}
