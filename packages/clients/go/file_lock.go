package latchkey

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"time"
)

// lockAbandoned is how long others wait for one process, before they take it for dead. Nobody needs the lock for longer than a few writes.
var lockAbandoned = 5 * time.Second

// Lock is the file "lock", which one process at a time creates: not every runtime has locks of the system.
func (s *FileStorage) Lock() (func(), error) {
	s.goroutines.Lock()
	held, err := s.takeLock()
	if err != nil {
		s.goroutines.Unlock()
		return nil, err
	}
	return func() {
		defer s.goroutines.Unlock()
		if holder, isHeld := textIn(s.lock()); isHeld && holder == held {
			os.Remove(s.lock())
		}
	}, nil
}

func (s *FileStorage) lock() string { return filepath.Join(s.folder, "lock") }

// takeLock returns what the file has while this process has the lock.
func (s *FileStorage) takeLock() (string, error) {
	held, err := newUUID()
	if err != nil {
		return "", err
	}
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return "", err
	}
	other, waited := "", time.Duration(0)
	for {
		if err := createLock(s.lock(), held); !errors.Is(err, fs.ErrExist) {
			return held, err
		}
		holder, isHeld := textIn(s.lock())
		switch {
		case waited == 0 || holder != other:
			other, waited = holder, 0
		case isHeld && waited >= lockAbandoned:
			s.removeLockOf(other)
		}
		pause := 5*time.Millisecond + rand.N(20*time.Millisecond)
		time.Sleep(pause)
		waited += pause
	}
}

// removeLockOf renames the file first: of several that remove it, one does. A lock that was taken meanwhile is put back.
func (s *FileStorage) removeLockOf(holder string) {
	random, err := newUUID()
	removed := s.file("lock") + "." + random + ".tmp"
	if err != nil || os.Rename(s.lock(), removed) != nil {
		return
	}
	if had, _ := textIn(removed); had != holder {
		_ = os.Link(removed, s.lock())
	}
	os.Remove(removed)
}

// createLock fails if there is such a file. It need not outlast a loss of power.
func createLock(path, held string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteString(held)
	if err = errors.Join(err, file.Close()); err != nil {
		os.Remove(path)
	}
	return err
}

// textIn returns false if there is no such file.
func textIn(path string) (string, bool) {
	text, err := os.ReadFile(path)
	return string(text), err == nil
}
