//go:build !darwin && !windows

package latchkey

import "regexp"

var modelName = regexp.MustCompile(`(?m)^model name\s*:\s*(.+)$`)

func processor() string {
	described, _ := readFile("/proc/cpuinfo")
	if model := modelName.FindStringSubmatch(described); model != nil {
		return model[1]
	}
	return ""
}

func systemID() string { return "" }
