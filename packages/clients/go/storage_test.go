package latchkey

import (
	"bufio"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// processes are programs that this test binary is as well (TestMain), by the name in LATCHKEY_TEST. Each uses the storage in its folder.
var processes = map[string]func(*FileStorage){
	"count": func(storage *FileStorage) {
		for range 50 {
			unlock := must(storage.Lock())
			counted, _ := strconv.Atoi(must(storage.Read("count")))
			must("", storage.Write("count", strconv.Itoa(counted+1)))
			unlock()
		}
	},
	"hold": func(storage *FileStorage) {
		must(storage.Lock())
		say("held")
		io.Copy(io.Discard, os.Stdin)
	},
	"write": func(storage *FileStorage) {
		for n := 0; ; n = (n + 1) % 10 {
			must("", storage.Write("long", longText(n)))
			if n == 9 {
				say("written")
			}
		}
	},
}

func must[T any](value T, err error) T {
	if err != nil {
		panic(err)
	}
	return value
}

func say(word string) { must(os.Stdout.WriteString(word + "\n")) }

func longText(n int) string { return strings.Repeat(strconv.Itoa(n), 100_000) }

// start runs a process, and returns it with what it says.
func start(t *testing.T, name, folder string) (*exec.Cmd, *bufio.Reader) {
	t.Helper()
	process := exec.Command(os.Args[0])
	process.Dir = folder
	process.Env = append(os.Environ(), "LATCHKEY_TEST="+name)
	process.Stderr = os.Stderr
	must(process.StdinPipe())
	said := bufio.NewReader(must(process.StdoutPipe()))
	must("", process.Start())
	t.Cleanup(func() { process.Process.Kill() })
	return process, said
}

func TestOfProcessesThatWantALockOneHasIt(t *testing.T) {
	folder := t.TempDir()
	var started []*exec.Cmd
	for range 4 {
		process, _ := start(t, "count", folder)
		started = append(started, process)
	}
	for _, process := range started {
		must("", process.Wait())
	}
	if counted := must(NewFileStorage(folder).Read("count")); counted != "200" {
		t.Errorf("they counted to %s", counted)
	}
}

func TestTheLockOfAProcessThatDiedIsTakenOver(t *testing.T) {
	defer func(was time.Duration) { lockAbandoned = was }(lockAbandoned)
	lockAbandoned = 50 * time.Millisecond
	folder := t.TempDir()
	process, said := start(t, "hold", folder)
	must(said.ReadString('\n'))
	must("", process.Process.Kill())
	must(NewFileStorage(folder).Lock())()
}

func TestGoroutinesShareTheLock(t *testing.T) {
	for _, storage := range []Storage{&MemoryStorage{}, NewFileStorage(t.TempDir())} {
		counted := 0
		atOnce(func() {
			unlock := must(storage.Lock())
			defer unlock()
			counted++
		})
		if counted != 8 {
			t.Errorf("they counted to %d", counted)
		}
	}
}

func TestARecordIsWholeWheneverItsWriterDies(t *testing.T) {
	folder := t.TempDir()
	for range 5 {
		process, said := start(t, "write", folder)
		must(said.ReadString('\n'))
		must("", process.Process.Kill())
		process.Wait()
		text := must(NewFileStorage(folder).Read("long"))
		if n, err := strconv.Atoi(text[:1]); err != nil || text != longText(n) {
			t.Fatalf("%d characters of %q", len(text), text[:1])
		}
	}
}

func TestAWriteThatFailsLeavesNothing(t *testing.T) {
	folder := t.TempDir()
	must("", os.MkdirAll(filepath.Join(folder, "clock.json", "in the way"), 0o700))
	storage := NewFileStorage(folder)
	if err := storage.Write("clock", "{}"); err == nil {
		t.Error("it was written")
	}
	if created, err := storage.Create("clock", "{}"); created || err != nil {
		t.Error(created, err)
	}
	if left := must(os.ReadDir(folder)); len(left) != 1 {
		t.Error(left)
	}
}

func TestDataAreInOneFolderWhereverTheProcessRuns(t *testing.T) {
	if runtime.GOOS != "linux" {
		t.Skip("other systems have other variables")
	}
	for _, each := range []struct{ home, data, expected string }{
		{"/home/kim", "", "/home/kim/.local/share"},
		{"/home/kim", "/data", "/data"},
		{"", "/data", "/data"},
		{"/home/kim", "data", "/home/kim/.local/share"},
		{"", "", ""},
		{"kim", "data", ""},
	} {
		t.Setenv("HOME", each.home)
		t.Setenv("XDG_DATA_HOME", each.data)
		storage, err := StorageForApplication("flight-notes")
		if each.expected == "" {
			if err == nil {
				t.Errorf("%+v: %s", each, storage.folder)
			}
		} else if must(storage, err).folder != filepath.Join(each.expected, "flight-notes", "license") {
			t.Errorf("%+v: %s", each, storage.folder)
		}
	}
}

func TestOnlyTheUserReadsWhatIsStoredWhereThePlatformHasData(t *testing.T) {
	home := t.TempDir()
	for _, name := range []string{"HOME", "USERPROFILE", "XDG_DATA_HOME", "LOCALAPPDATA"} {
		t.Setenv(name, home)
	}
	storage := must(StorageForApplication("flight-notes"))
	if created := must(storage.Create("clock", "{}")); !created {
		t.Error("it was there")
	}
	if filepath.Base(filepath.Dir(storage.folder)) != "flight-notes" || !strings.HasPrefix(storage.folder, home) {
		t.Error(storage.folder)
	}
	for path, mode := range map[string]os.FileMode{storage.folder: 0o700, storage.file("clock"): 0o600} {
		if found := must(os.Stat(path)).Mode().Perm(); found != mode && os.PathSeparator == '/' {
			t.Errorf("%s: %o", path, found)
		}
	}
}
