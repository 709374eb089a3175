package dev.latchkey.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StorageTest {
  private static final int THREADS = 8;

  @TempDir Path folder;

  private static <T> List<T> atOnce(Callable<T> work) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> each :
          threads.invokeAll(
              Stream.generate(() -> work).limit(THREADS).collect(Collectors.toList()))) {
        results.add(each.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  private List<String> files() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(each -> each.getFileName().toString()).sorted().collect(Collectors.toList());
    }
  }

  @Test
  void processesAndThreadsThatReadAndThenWriteLoseNothing() throws Exception {
    Path data = Files.createDirectory(folder.resolve("data"));
    Path link = Files.createSymbolicLink(folder.resolve("link"), data);
    List<Process> processes = new ArrayList<>();
    for (Path each : List.of(data, link)) {
      processes.add(StorageProcess.start("count", each.toString(), "100"));
    }
    AtomicInteger threads = new AtomicInteger();
    atOnce(
        () -> {
          Path path = threads.getAndIncrement() % 2 == 0 ? data : link;
          StorageProcess.count(new FileStorage(path), 25);
          return true;
        });
    for (Process process : processes) {
      assertEquals(0, process.waitFor());
    }
    assertEquals("400", new FileStorage(data).read("count").orElseThrow());
  }

  @Test
  void dataAreInOneFolderWhereverTheProcessRuns() {
    Map<String, String> home = Map.of("HOME", "/home/kim");
    Map<String, String> data = Map.of("HOME", "", "XDG_DATA_HOME", "/data");
    Map<String, String> relative = Map.of("HOME", "/home/kim", "XDG_DATA_HOME", "data");
    assertEquals(Path.of("/home/kim/.local/share"), FileStorage.dataFolder("linux", home, "/root"));
    assertEquals(Path.of("/data"), FileStorage.dataFolder("linux", data, "?"));
    assertEquals(Path.of("/home/kim/.local/share"), FileStorage.dataFolder("linux", relative, "?"));
    assertEquals(Path.of("/root/.local/share"), FileStorage.dataFolder("linux", Map.of(), "/root"));
    for (String nowhere : List.of("", "kim")) {
      Map<String, String> variables = Map.of("HOME", nowhere);
      assertThrows(
          IllegalStateException.class, () -> FileStorage.dataFolder("linux", variables, "/root"));
    }
    assertThrows(IllegalStateException.class, () -> FileStorage.dataFolder("linux", Map.of(), "?"));
  }

  @Test
  void theLockOfAProcessThatDiedIsTakenOver() throws Exception {
    Process process = StorageProcess.start("hold", folder.toString());
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    assertEquals("held", output.readLine());
    process.destroyForcibly().waitFor();
    assertTrue(new FileStorage(folder, Duration.ofMillis(50)).withLock(() -> true));
    assertFalse(Files.exists(folder.resolve("lock")));
  }

  @Test
  void aRecordIsWholeWhileAProcessWritesItAndAfterThatHasDied() throws Exception {
    Storage storage = new FileStorage(folder);
    Process process = StorageProcess.start("write", folder.toString());
    BufferedReader output =
        new BufferedReader(new InputStreamReader(process.getInputStream(), UTF_8));
    try {
      assertEquals("written", output.readLine());
      for (int n = 0; n < 1000; n++) {
        assertWhole(storage.read("record").orElseThrow());
      }
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertWhole(storage.read("record").orElseThrow());
  }

  private static void assertWhole(String text) {
    assertEquals(StorageProcess.LENGTH, text.length());
    assertEquals(1, text.chars().distinct().count());
  }

  @Test
  void threadsThatAskFirstAtTheSameTimeGetOneDeviceId() throws Exception {
    for (Storage storage : List.of(new MemoryStorage(), new FileStorage(folder))) {
      LicenseClient client = Clients.offline(storage);
      List<String> ids = atOnce(client::deviceId);
      assertEquals(List.of(THREADS, 1), List.of(ids.size(), Set.copyOf(ids).size()));
    }
  }

  @Test
  void aFileSystemWithoutLinksHasOneCreator() throws IOException {
    try (FileSystem zip =
        FileSystems.newFileSystem(
            URI.create("jar:" + folder.resolve("files.zip").toUri()), Map.of("create", "true"))) {
      FileStorage storage = new FileStorage(zip.getPath("/data"));
      assertTrue(storage.create("device", "first"));
      assertFalse(storage.create("device", "second"));
      assertEquals("first", storage.read("device").orElseThrow());
      try (Stream<Path> files = Files.list(zip.getPath("/data"))) {
        assertEquals(
            List.of("/data/device.json"), files.map(Path::toString).collect(Collectors.toList()));
      }
    }
  }

  @Test
  void whatIsNoTextIsNoRecord() throws IOException {
    Files.write(folder.resolve("license.json"), new byte[] {(byte) 0xff, 0});
    Storage storage = new FileStorage(folder);
    assertEquals("", storage.read("license").orElseThrow());
    storage.write("license", "é");
    assertEquals("é", storage.read("license").orElseThrow());
    storage.remove("license");
    storage.remove("license");
    assertEquals(List.of(), files());
  }
}
