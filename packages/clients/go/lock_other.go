//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package latchkey

import (
	"errors"
	"os"
)

// lockFile: the standard library has no lock that waits for files of this system. An application has a Storage of its own there.
func lockFile(*os.File) error { return errors.ErrUnsupported }
