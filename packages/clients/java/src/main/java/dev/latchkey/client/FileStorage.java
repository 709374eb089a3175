package dev.latchkey.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardOpenOption.CREATE_NEW;
import static java.nio.file.StandardOpenOption.READ;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.charset.CharacterCodingException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

/**
 * Remembers in files of a folder that only the user can read, in the form that clients of all
 * languages share (packages/conformance/README.md).
 */
public final class FileStorage implements Storage {
  private static final String PARTIALS = "*.json.*.tmp";

  /** No process takes so long to write a text. */
  private static final Duration ABANDONED = Duration.ofHours(1);

  private final Path folder;
  private final Duration lockAbandoned;
  private final AtomicBoolean isSwept = new AtomicBoolean();

  public FileStorage(Path folder) {
    this(folder, FileLock.ABANDONED);
  }

  FileStorage(Path folder, Duration lockAbandoned) {
    this.folder = folder.toAbsolutePath().normalize();
    this.lockAbandoned = lockAbandoned;
  }

  /**
   * In the folder that the system has for the data of an application, which is the same for clients
   * of all languages (packages/conformance/README.md). Throws an {@code IllegalStateException}
   * where there is none, because a device would be another one in each working directory.
   */
  public static FileStorage forApplication(String name) {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    Path data = dataFolder(system, System.getenv(), System.getProperty("user.home"));
    return new FileStorage(data.resolve(name).resolve("license"));
  }

  static Path dataFolder(String system, Map<String, String> variables, String userHome) {
    if (system.startsWith("windows")) {
      return absolute(variables.get("LOCALAPPDATA"))
          .orElseGet(() -> home(userHome).resolve("AppData").resolve("Local"));
    }
    String home = variables.getOrDefault("HOME", userHome);
    if (system.startsWith("mac")) {
      return home(home).resolve("Library").resolve("Application Support");
    }
    return absolute(variables.get("XDG_DATA_HOME"))
        .orElseGet(() -> home(home).resolve(".local").resolve("share"));
  }

  private static Path home(String home) {
    return absolute(home)
        .orElseThrow(
            () ->
                new IllegalStateException(
                    "There is no folder for the data of applications: the user has no home"
                        + " folder."));
  }

  private static Optional<Path> absolute(String path) {
    return Optional.ofNullable(path).map(Path::of).filter(Path::isAbsolute);
  }

  @Override
  public Optional<String> read(String name) {
    try {
      return Optional.of(Files.readString(file(name)));
    } catch (NoSuchFileException e) {
      return Optional.empty();
    } catch (CharacterCodingException e) {
      return Optional.of("");
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public void write(String name, String text) {
    withPartial(
        name,
        text,
        partial -> {
          Files.move(partial, file(name), StandardCopyOption.ATOMIC_MOVE);
          return true;
        });
  }

  @Override
  public boolean create(String name, String text) {
    return withPartial(name, text, partial -> linked(partial, file(name), text));
  }

  @Override
  public void remove(String name) {
    try {
      Files.deleteIfExists(file(name));
    } catch (IOException e) {
      throw failed(e);
    }
  }

  @Override
  public <T> T withLock(Supplier<T> work) {
    makeFolder();
    try (FileLock lock = FileLock.take(folder.resolve("lock"), lockAbandoned)) {
      assert lock != null;
      return work.get();
    } catch (IOException e) {
      throw failed(e);
    }
  }

  private interface Step {
    boolean take(Path partial) throws IOException;
  }

  private boolean withPartial(String name, String text, Step step) {
    makeFolder();
    if (isSwept.compareAndSet(false, true)) {
      sweep();
    }
    Path partial = folder.resolve(name + ".json." + UUID.randomUUID() + ".tmp");
    try {
      try {
        writeNew(partial, text);
        return step.take(partial);
      } finally {
        Files.deleteIfExists(partial);
        sync();
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * A link has its content from the start, and there is one of a name. Not every file system has
   * links.
   */
  private static boolean linked(Path partial, Path file, String text) throws IOException {
    try {
      Files.createLink(file, partial);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    } catch (IOException | UnsupportedOperationException e) {
      return created(file, text);
    }
  }

  private static boolean created(Path file, String text) throws IOException {
    try {
      writeNew(file, text);
      return true;
    } catch (FileAlreadyExistsException e) {
      return false;
    }
  }

  /** Fails if there is such a file. */
  private static void writeNew(Path path, String text) throws IOException {
    try (FileChannel channel = create(path, text.getBytes(UTF_8))) {
      channel.force(true);
    }
  }

  /** A new file with this content, which only the user can read. */
  static FileChannel create(Path path, byte[] content) throws IOException {
    Set<OpenOption> options = Set.of(CREATE_NEW, WRITE);
    FileChannel channel = FileChannel.open(path, options, ofUser(path, "rw-------"));
    try {
      ByteBuffer bytes = ByteBuffer.wrap(content);
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
      return channel;
    } catch (IOException e) {
      channel.close();
      Files.deleteIfExists(path);
      throw e;
    }
  }

  /** Removes what processes left that died while they wrote. */
  private void sweep() {
    try (DirectoryStream<Path> partials = Files.newDirectoryStream(folder, PARTIALS)) {
      Instant latest = Instant.now().minus(ABANDONED);
      for (Path partial : partials) {
        if (Files.getLastModifiedTime(partial).toInstant().isBefore(latest)) {
          Files.deleteIfExists(partial);
        }
      }
    } catch (IOException | DirectoryIteratorException e) {
      // Another process has removed them, or nobody may.
    }
  }

  private void makeFolder() {
    try {
      if (!Files.isDirectory(folder)) {
        Files.createDirectories(folder, ofUser(folder, "rwx------"));
      }
    } catch (IOException e) {
      throw failed(e);
    }
  }

  /**
   * Makes a new name in the folder outlast a loss of power. Windows opens no folders, and some file
   * systems cannot sync them.
   */
  private void sync() {
    try (FileChannel channel = FileChannel.open(folder, READ)) {
      channel.force(true);
    } catch (IOException e) {
      // There is nothing else to do.
    }
  }

  private static FileAttribute<?>[] ofUser(Path path, String permissions) {
    boolean isPosix = path.getFileSystem().supportedFileAttributeViews().contains("posix");
    return isPosix
        ? new FileAttribute<?>[] {
          PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions))
        }
        : new FileAttribute<?>[0];
  }

  /** What to throw: channels close themselves when the thread of their user is interrupted. */
  private static RuntimeException failed(IOException failure) {
    return failure instanceof ClosedByInterruptException
        ? Transport.canceled(failure)
        : new UncheckedIOException(failure);
  }

  private Path file(String name) {
    return folder.resolve(name + ".json");
  }
}
