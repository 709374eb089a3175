package latchkey

import (
	"net"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

const (
	maxComponent = 256
	noAddress    = "00:00:00:00:00:00"
)

// systemFiles are what Linux lets everybody read, where it is there.
var systemFiles = map[string]string{
	"machine_id": "/etc/machine-id",
	"board":      "/sys/class/dmi/id/board_name",
	"product":    "/sys/class/dmi/id/product_name",
	"vendor":     "/sys/class/dmi/id/sys_vendor",
}

var (
	hypervisors = regexp.MustCompile(
		"(?i)kvm|qemu|vmware|virtualbox|virtual machine|xen|bochs|parallels|amazon ec2|google compute engine|hvm domu")
	// The names of platforms are those of the other clients.
	systems       = map[string]string{"windows": "win32"}
	architectures = map[string]string{"amd64": "x64", "386": "ia32"}
)

// DeviceDescription is what an application says about its machine (docs/licensing/devices.md). Self-reported: whoever has the machine can
// change it.
type DeviceDescription struct {
	// Components are what the machine is recognized by: up to 16 names with values. The service stores digests of them.
	Components map[string]string `json:"components,omitempty"`
	Class      string            `json:"class,omitempty"`
	// Virtual says that it is a virtual machine, a container or the runner of a CI.
	Virtual  bool   `json:"virtual,omitempty"`
	Platform string `json:"platform,omitempty"`
}

// machine is where the description is read from.
type machine struct {
	// read returns false if there is no such file.
	read     func(path string) (string, bool)
	isCI     bool
	hostname string
	cpu      string
	// addresses are those of network cards.
	addresses []string
	platform  string
	// machineID is set where the system has it elsewhere than in a file.
	machineID string
}

// DescribeDevice returns what can be read of the machine without rights. Virtual is set where virtual machines, containers or runners of a
// CI say that they are; its absence is no proof. Of several network cards, the address that comes first in order counts.
func DescribeDevice() DeviceDescription { return thisMachine().describe() }

func (m machine) describe() DeviceDescription {
	found := map[string]string{"hostname": m.hostname, "cpu": m.cpu, "machine_id": m.machineID}
	addresses := slices.DeleteFunc(slices.Clone(m.addresses), func(address string) bool { return address == "" || address == noAddress })
	if len(addresses) > 0 {
		found["mac"] = slices.Min(addresses)
	}
	for name, path := range systemFiles {
		if content, isThere := m.read(path); isThere {
			found[name] = content
		}
	}
	components := map[string]string{}
	for name, value := range found {
		characters := []rune(strings.TrimSpace(value))
		if len(characters) > 0 {
			components[name] = string(characters[:min(len(characters), maxComponent)])
		}
	}
	_, isDocker := m.read("/.dockerenv")
	_, isPodman := m.read("/run/.containerenv")
	isVirtual := m.isCI || isDocker || isPodman || hypervisors.MatchString(found["vendor"]+" "+found["product"])
	return DeviceDescription{Components: components, Platform: m.platform, Virtual: isVirtual}
}

func thisMachine() machine {
	hostname, _ := os.Hostname()
	interfaces, _ := net.Interfaces()
	var addresses []string
	for _, each := range interfaces {
		addresses = append(addresses, each.HardwareAddr.String())
	}
	return machine{
		read:      readFile,
		isCI:      os.Getenv("CI") != "",
		hostname:  hostname,
		cpu:       processor(),
		addresses: addresses,
		platform:  named(systems, runtime.GOOS) + "-" + named(architectures, runtime.GOARCH),
		machineID: systemID(),
	}
}

func readFile(path string) (string, bool) {
	content, err := os.ReadFile(path)
	return string(content), err == nil
}

// named returns another name where there is one.
func named(names map[string]string, own string) string {
	if name, isOther := names[own]; isOther {
		return name
	}
	return own
}
