package dev.latchkey.client;

import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Where an application keeps what the library has to remember: a few texts of some kilobytes, by
 * name. Methods throw {@link UncheckedIOException} if they fail.
 */
public interface Storage {
  /** Empty if there is nothing of this name. */
  Optional<String> read(String name);

  /**
   * Replaces what has the name as a whole: after a failure or a crash it is the old or the new
   * text.
   */
  void write(String name, String text);

  /**
   * Writes only if there is nothing of this name, and says whether it did. Of several that write at
   * once, one does.
   */
  boolean create(String name, String text);

  void remove(String name);

  /** Of several threads and processes that read and then write, one does at a time. */
  <T> T withLock(Supplier<T> work);
}
