package dev.latchkey.client;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;

/**
 * The file {@code lock} of a folder, which one process at a time creates, of clients in all
 * languages (packages/conformance/README.md): not every runtime has locks of the system. Held until
 * it is closed.
 */
final class FileLock implements AutoCloseable {
  /**
   * How long others wait for one process, before they take it for dead. Nobody needs the lock for
   * longer than a few writes.
   */
  static final Duration ABANDONED = Duration.ofSeconds(5);

  private final Path path;

  /** What the file has meanwhile. */
  private final String held = UUID.randomUUID().toString();

  private FileLock(Path path) {
    this.path = path;
  }

  /** Waits until nobody else has it. */
  static FileLock take(Path path, Duration abandoned) throws IOException {
    FileLock lock = new FileLock(path);
    Optional<String> other = Optional.empty();
    Duration waited = Duration.ZERO;
    while (!lock.isCreated()) {
      Optional<String> holder = lock.holder();
      if (!holder.equals(other)) {
        other = holder;
        waited = Duration.ZERO;
      } else if (other.isPresent() && waited.compareTo(abandoned) >= 0) {
        lock.removeThatOf(other.get());
      }
      Duration pause = Duration.ofMillis(ThreadLocalRandom.current().nextLong(5, 25));
      Transport.sleepThread(pause);
      waited = waited.plus(pause);
    }
    return lock;
  }

  @Override
  public void close() throws IOException {
    if (holder().equals(Optional.of(held))) {
      Files.deleteIfExists(path);
    }
  }

  /** It need not outlast a loss of power. */
  private boolean isCreated() throws IOException {
    try {
      FileStorage.create(path, held.getBytes(UTF_8)).close();
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  private Optional<String> holder() throws IOException {
    try {
      return Optional.of(Files.readString(path));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    }
  }

  /**
   * Renamed first: of several that remove it, one does. One that was taken meanwhile is put back.
   */
  private void removeThatOf(String holder) throws IOException {
    Path removed = path.resolveSibling("lock.json." + UUID.randomUUID() + ".tmp");
    try {
      Files.move(path, removed);
      if (!Files.readString(removed).equals(holder)) {
        Files.createLink(path, removed);
      }
    } catch (NoSuchFileException | FileAlreadyExistsException e) {
      // Another process has removed it, or has taken it again.
    } finally {
      Files.deleteIfExists(removed);
    }
  }
}
