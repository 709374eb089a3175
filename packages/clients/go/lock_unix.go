//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package latchkey

import (
	"errors"
	"os"
	"syscall"
)

// lockFile waits for the lock of an open file, which ends when the file is closed.
func lockFile(file *os.File) error {
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX)
		if !errors.Is(err, syscall.EINTR) {
			return os.NewSyscallError("flock", err)
		}
	}
}
