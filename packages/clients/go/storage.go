package latchkey

import "sync"

// Storage is where an application keeps what the library has to remember: a few texts of some kilobytes, by name. Several goroutines use it
// at once.
type Storage interface {
	// Read returns "" if there is nothing of this name.
	Read(name string) (string, error)
	// Write replaces what has the name as a whole: after a failure or a crash it is the old or the new text.
	Write(name, text string) error
	// Create writes only if there is nothing of this name, and says whether it did. Of several that write at once, one does.
	Create(name, text string) (bool, error)
	Remove(name string) error
	// Lock waits until nobody else has the lock. Of several that read and then write, one does at a time.
	Lock() (unlock func(), err error)
}

// MemoryStorage remembers until the program ends. The zero value is empty.
type MemoryStorage struct {
	texts sync.Map
	lock  sync.Mutex
}

func (s *MemoryStorage) Read(name string) (string, error) {
	text, _ := s.texts.Load(name)
	return textOf(text), nil
}

func (s *MemoryStorage) Write(name, text string) error {
	s.texts.Store(name, text)
	return nil
}

func (s *MemoryStorage) Create(name, text string) (bool, error) {
	_, isThere := s.texts.LoadOrStore(name, text)
	return !isThere, nil
}

func (s *MemoryStorage) Remove(name string) error {
	s.texts.Delete(name)
	return nil
}

func (s *MemoryStorage) Lock() (func(), error) {
	s.lock.Lock()
	return s.lock.Unlock, nil
}
