package latchkey

import (
	"crypto/sha256"
	"net"
	"os"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

const (
	maxComponent = 256
	mostCards    = 4
	noAddress    = "00:00:00:00:00:00"
)

// systemFiles are what Linux lets everybody read, where it is there.
var systemFiles = map[string]string{
	"machine_id":    "/etc/machine-id",
	"board":         "/sys/class/dmi/id/board_name",
	"product":       "/sys/class/dmi/id/product_name",
	"vendor":        "/sys/class/dmi/id/sys_vendor",
	"board_serial":  "/sys/class/dmi/id/board_serial",
	"system_serial": "/sys/class/dmi/id/product_serial",
	"disk_serial":   "/sys/class/nvme/nvme0/serial",
}

var (
	hypervisors = regexp.MustCompile(
		"(?i)kvm|qemu|vmware|virtualbox|virtual machine|xen|bochs|parallels|amazon ec2|google compute engine|hvm domu")
	// notSet is what the files say where nobody has set anything.
	notSet = regexp.MustCompile(`(?i)^(0+|x+|\.+|none|n/a|empty|unknown|uninitialized|invalid|0?123456789|not (specified|applicable|available)|` +
		`default string|(system|base board) serial number|to be filled by o\.?e\.?m\.?)$`)
	// virtualCards are those of virtual machines, containers and VPNs by the names of their interfaces.
	virtualCards = regexp.MustCompile(
		"(?i)virtual|^(docker|veth|br-|virbr|vmnet|vnic|vboxnet|vethernet|tun|tap|utun|wg|zt|tailscale|awdl|llw)")
	// docks are what the addresses begin with that docking stations and USB adapters take from one machine to another.
	docks = []string{"00:05:1b", "00:24:9b", "00:50:b6", "00:e0:4c", "3c:18:a0", "64:4b:f0", "8c:ae:4c", "9c:eb:e8", "a0:ce:c8"}
	// shared are what the addresses begin with that VPNs and hypervisors give to each machine on which they are: TAP, AnyConnect,
	// FortiClient, VMware, Parallels.
	shared = []string{"00:ff", "00:05:9a:3c:7a", "00:09:0f:aa", "00:09:0f:fe", "00:50:56:c0:00", "00:1c:42:00:00"}
	// globalAddress is the form of addresses that makers give: no group, and none that software has made up, such as a private address in
	// a Wi-Fi. The two lowest bits of the first byte tell.
	globalAddress = regexp.MustCompile("^[0-9a-f][048c](:[0-9a-f]{2}){5}$")
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
	cards    []card
	platform string
	// machineID is set where the system has it elsewhere than in a file.
	machineID string
}

// card is a network card with the name of its interface.
type card struct {
	Name    string
	Address string
}

// isBuiltIn says whether it may be a card that stays in its machine, and is in no other one.
func (c card) isBuiltIn() bool {
	begins := func(prefix string) bool { return strings.HasPrefix(c.Address, prefix) }
	return globalAddress.MatchString(c.Address) && c.Address != noAddress && !virtualCards.MatchString(c.Name) &&
		!slices.ContainsFunc(docks, begins) && !slices.ContainsFunc(shared, begins)
}

// DescribeDevice returns what can be read of the machine without rights. Virtual is set where virtual machines, containers or runners of a
// CI say that they are; its absence is no proof. Machine ID, serials and addresses of built-in network cards identify the machine; the other
// components only describe it (docs/licensing/devices.md).
func DescribeDevice() DeviceDescription { return thisMachine().describe() }

func (m machine) describe() DeviceDescription {
	found := map[string]string{"hostname": m.hostname, "cpu": m.cpu, "machine_id": m.machineID}
	for name, path := range systemFiles {
		if content, isThere := m.read(path); isThere && !notSet.MatchString(strings.TrimSpace(content)) {
			found[name] = content
		}
	}
	for n, address := range m.addresses() {
		found["mac_"+strconv.Itoa(n+1)] = address
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

// addresses returns those of the first built-in cards in order.
func (m machine) addresses() []string {
	var addresses []string
	for _, each := range m.cards {
		each.Address = strings.ReplaceAll(strings.ToLower(each.Address), "-", ":")
		if each.isBuiltIn() {
			addresses = append(addresses, each.Address)
		}
	}
	slices.Sort(addresses)
	addresses = slices.Compact(addresses)
	return addresses[:min(len(addresses), mostCards)]
}

func thisMachine() machine {
	hostname, _ := os.Hostname()
	interfaces, _ := net.Interfaces()
	var cards []card
	for _, each := range interfaces {
		cards = append(cards, card{each.Name, each.HardwareAddr.String()})
	}
	return machine{
		read:      readFile,
		isCI:      os.Getenv("CI") != "",
		hostname:  hostname,
		cpu:       processor(),
		cards:     cards,
		platform:  named(systems, runtime.GOOS) + "-" + named(architectures, runtime.GOARCH),
		machineID: systemID(),
	}
}

func readFile(path string) (string, bool) {
	content, err := os.ReadFile(path)
	return string(content), err == nil
}

// describing are components that name a model or a setting, which many machines share. The service knows the same.
var describing = []string{"board", "cpu", "hostname", "model", "product", "vendor"}

// ofAdministrators are components that only an administrator can read, and so not all accounts of a machine.
var ofAdministrators = []string{"board_serial", "system_serial"}

// ofVirtualMachines are components that only virtual machines, containers and runners of a CI have.
var ofVirtualMachines = []string{"hypervisor", "container", "ci"}

// fewestComponents are the ID of the installation of the operating system, and something else: images of machines may have the same ID.
const fewestComponents = 2

// machineID returns an ID that every account of the described machine makes. It is empty for virtual machines, of which many may be copies of
// one, and where too little is known. It is bound to the organization, so that two sellers cannot compare what they know.
func (d *DeviceDescription) machineID(organizationID string) string {
	if d == nil || d.Virtual || d.Components["machine_id"] == "" {
		return ""
	}
	var names []string
	for name := range d.Components {
		if slices.Contains(ofVirtualMachines, name) {
			return ""
		}
		if !slices.Contains(describing, name) && !slices.Contains(ofAdministrators, name) {
			names = append(names, name)
		}
	}
	if len(names) < fewestComponents {
		return ""
	}
	slices.Sort(names)
	var text strings.Builder
	text.WriteString("[" + quoted(organizationID))
	for _, name := range names {
		text.WriteString(",[" + quoted(name) + "," + quoted(d.Components[name]) + "]")
	}
	text.WriteString("]")
	digest := sha256.Sum256([]byte(text.String()))
	return "m-" + toBase64URL(digest[:])
}

// named returns another name where there is one.
func named(names map[string]string, own string) string {
	if name, isOther := names[own]; isOther {
		return name
	}
	return own
}
