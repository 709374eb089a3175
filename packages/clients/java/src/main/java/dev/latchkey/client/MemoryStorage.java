package dev.latchkey.client;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Remembers until the program ends. */
public final class MemoryStorage implements Storage {
  private final Map<String, String> texts = new ConcurrentHashMap<>();

  public MemoryStorage() {}

  @Override
  public Optional<String> read(String name) {
    return Optional.ofNullable(texts.get(name));
  }

  @Override
  public void write(String name, String text) {
    texts.put(name, text);
  }

  @Override
  public boolean create(String name, String text) {
    return texts.putIfAbsent(name, text) == null;
  }

  @Override
  public void remove(String name) {
    texts.remove(name);
  }

  @Override
  public synchronized <T> T withLock(Supplier<T> work) {
    return work.get();
  }
}
