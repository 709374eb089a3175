package latchkey

import (
	"errors"
	"io/fs"
	"os"
	"os/user"
	"path/filepath"
	"runtime"
	"sync"
	"time"
)

// FileStorage remembers in files of a folder that only the user can read, in the form that clients of all languages share.
type FileStorage struct {
	folder     string
	goroutines sync.Mutex
	sweeping   sync.Once
}

// abandoned is how old a file is that no process is still writing.
const abandoned = time.Hour

// NewFileStorage remembers in this folder, which is made when something is written.
func NewFileStorage(folder string) *FileStorage { return &FileStorage{folder: folder} }

// StorageForApplication remembers in the folder that the system has for the data of an application, which is the same for clients of all
// languages (packages/conformance/README.md). It fails where there is none, because a device would be another one in each working directory.
func StorageForApplication(name string) (*FileStorage, error) {
	base, inHome := os.Getenv("XDG_DATA_HOME"), filepath.Join(".local", "share")
	switch runtime.GOOS {
	case "windows":
		base, inHome = os.Getenv("LOCALAPPDATA"), filepath.Join("AppData", "Local")
	case "darwin", "ios":
		base, inHome = "", filepath.Join("Library", "Application Support")
	}
	if !filepath.IsAbs(base) {
		home := homeFolder()
		if !filepath.IsAbs(home) {
			return nil, errors.New("there is no folder for the data of applications: the user has no home folder")
		}
		base = filepath.Join(home, inHome)
	}
	return NewFileStorage(filepath.Join(base, name, "license")), nil
}

// homeFolder is what the environment says, or else what the system knows of the user; empty if neither does.
func homeFolder() string {
	if home, isSet := os.LookupEnv("HOME"); isSet && runtime.GOOS != "windows" {
		return home
	}
	if known, err := user.Current(); err == nil {
		return known.HomeDir
	}
	return ""
}

func (s *FileStorage) Read(name string) (string, error) {
	text, err := os.ReadFile(s.file(name))
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	return string(text), err
}

func (s *FileStorage) Write(name, text string) error {
	partial, err := s.partial(name, text)
	if err != nil {
		return err
	}
	if err := os.Rename(partial, s.file(name)); err != nil {
		os.Remove(partial)
		return err
	}
	s.sync()
	return nil
}

// Create makes a link, which has its content from the start; and there is one of a name. Not every file system has links.
func (s *FileStorage) Create(name, text string) (bool, error) {
	partial, err := s.partial(name, text)
	if err != nil {
		return false, err
	}
	defer os.Remove(partial)
	err = os.Link(partial, s.file(name))
	if err != nil && !errors.Is(err, fs.ErrExist) {
		err = writeNew(s.file(name), text)
	}
	if errors.Is(err, fs.ErrExist) {
		return false, nil
	}
	s.sync()
	return err == nil, err
}

func (s *FileStorage) Remove(name string) error {
	err := os.Remove(s.file(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// partial writes a file of another name in the folder. Whoever renames or removes it has to see to it that it is gone.
func (s *FileStorage) partial(name, text string) (string, error) {
	if err := os.MkdirAll(s.folder, 0o700); err != nil {
		return "", err
	}
	s.sweeping.Do(s.sweep)
	random, err := newUUID()
	if err != nil {
		return "", err
	}
	partial := s.file(name) + "." + random + ".tmp"
	return partial, writeNew(partial, text)
}

// sweep removes what processes left that died while they wrote.
func (s *FileStorage) sweep() {
	partials, _ := filepath.Glob(filepath.Join(s.folder, "*.json.*.tmp"))
	for _, partial := range partials {
		if about, err := os.Stat(partial); err == nil && time.Since(about.ModTime()) > abandoned {
			os.Remove(partial)
		}
	}
}

// sync makes a new name in the folder outlast a loss of power. Windows opens no folders for that, and some file systems cannot sync them.
func (s *FileStorage) sync() {
	if folder, err := os.Open(s.folder); err == nil {
		_ = folder.Sync()
		folder.Close()
	}
}

func (s *FileStorage) file(name string) string { return filepath.Join(s.folder, name+".json") }

// writeNew fails if there is such a file, and leaves none if it fails otherwise.
func writeNew(path, text string) error {
	file, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = file.WriteString(text)
	if err == nil {
		err = file.Sync()
	}
	err = errors.Join(err, file.Close())
	if err != nil {
		os.Remove(path)
	}
	return err
}
