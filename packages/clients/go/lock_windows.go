package latchkey

import (
	"os"
	"syscall"
	"unsafe"
)

const lockExclusive = 2

var lockFileEx = syscall.NewLazyDLL("kernel32.dll").NewProc("LockFileEx")

// lockFile waits for the lock of the first byte of an open file, which ends when the file is closed.
func lockFile(file *os.File) error {
	var from syscall.Overlapped
	locked, _, err := lockFileEx.Call(file.Fd(), lockExclusive, 0, 1, 0, uintptr(unsafe.Pointer(&from)))
	if locked == 0 {
		return os.NewSyscallError("LockFileEx", err)
	}
	return nil
}
