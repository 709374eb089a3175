package latchkey

import (
	"context"
	"os/exec"
	"regexp"
	"syscall"
	"time"
)

var platformUUID = regexp.MustCompile(`"IOPlatformUUID" = "([^"]+)"`)

func processor() string {
	brand, _ := syscall.Sysctl("machdep.cpu.brand_string")
	return brand
}

func systemID() string {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	described, _ := exec.CommandContext(ctx, "/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice").Output()
	if found := platformUUID.FindSubmatch(described); found != nil {
		return string(found[1])
	}
	return ""
}
