package dev.latchkey.client;

import java.util.NoSuchElementException;
import java.util.Optional;
import java.util.function.Supplier;

/** What an operation returned, or why it did not. */
public final class Result<T> {
  private final T value;
  private final Problem problem;

  private Result(T value, Problem problem) {
    this.value = value;
    this.problem = problem;
  }

  static <T> Result<T> of(Supplier<T> operation) {
    try {
      return new Result<>(operation.get(), null);
    } catch (Failure failure) {
      return new Result<>(null, failure.problem());
    }
  }

  /** Of an operation that returns nothing. */
  static Result<Void> done(Runnable operation) {
    return of(
        () -> {
          operation.run();
          return null;
        });
  }

  public Outcome outcome() {
    return problem == null ? Outcome.OK : problem.outcome();
  }

  public boolean isOk() {
    return problem == null;
  }

  /**
   * Throws {@link NoSuchElementException} if there is a problem. Null if the operation returns
   * nothing.
   */
  public T value() {
    if (problem != null) {
      throw new NoSuchElementException(problem.toString());
    }
    return value;
  }

  /** Empty if the operation did what it should. */
  public Optional<Problem> problem() {
    return Optional.ofNullable(problem);
  }

  @Override
  public String toString() {
    return problem == null ? "OK" : outcome() + " " + problem;
  }
}
