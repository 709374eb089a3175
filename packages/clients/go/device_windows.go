package latchkey

import (
	"os"
	"syscall"
	"unsafe"
)

func processor() string { return os.Getenv("PROCESSOR_IDENTIFIER") }

// systemID is the MachineGuid of the registry.
func systemID() string {
	var key syscall.Handle
	path, name := syscall.StringToUTF16Ptr(`SOFTWARE\Microsoft\Cryptography`), syscall.StringToUTF16Ptr("MachineGuid")
	access := uint32(syscall.KEY_READ | syscall.KEY_WOW64_64KEY)
	if syscall.RegOpenKeyEx(syscall.HKEY_LOCAL_MACHINE, path, 0, access, &key) != nil {
		return ""
	}
	defer syscall.RegCloseKey(key)
	var value [64]uint16
	size := uint32(unsafe.Sizeof(value))
	if syscall.RegQueryValueEx(key, name, nil, nil, (*byte)(unsafe.Pointer(&value)), &size) != nil {
		return ""
	}
	return syscall.UTF16ToString(value[:])
}
