//! What an application says about its machine (docs/licensing/devices.md). Self-reported: whoever has the machine can change it.

use crate::encoding::{JsonObject, known};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;

const MAX_VALUE: usize = 256;
const MOST_CARDS: usize = 4;
const NO_ADDRESS: &str = "00:00:00:00:00:00";
/// What Linux lets everybody read, where it is there.
const FILES: [(&str, &str); 7] = [
    ("machine_id", "/etc/machine-id"),
    ("board", "/sys/class/dmi/id/board_name"),
    ("product", "/sys/class/dmi/id/product_name"),
    ("vendor", "/sys/class/dmi/id/sys_vendor"),
    ("board_serial", "/sys/class/dmi/id/board_serial"),
    ("system_serial", "/sys/class/dmi/id/product_serial"),
    ("disk_serial", "/sys/class/nvme/nvme0/serial"),
];
/// What these files say where nobody has set anything, besides one sign of [`NO_SIGNS`] again and again.
const NOT_SET: [&str; 17] = [
    "none",
    "n/a",
    "empty",
    "unknown",
    "uninitialized",
    "invalid",
    "123456789",
    "0123456789",
    "not specified",
    "not applicable",
    "not available",
    "default string",
    "system serial number",
    "base board serial number",
    "to be filled by o.e.m.",
    "to be filled by o.e.m",
    "to be filled by oem",
];
const NO_SIGNS: [char; 3] = ['0', 'x', '.'];
/// What the names of the interfaces of virtual machines, containers and VPNs begin with, if they do not contain `virtual`.
const VIRTUAL_CARDS: [&str; 15] =
    ["docker", "veth", "br-", "virbr", "vmnet", "vnic", "vboxnet", "tun", "tap", "utun", "wg", "zt", "tailscale", "awdl", "llw"];
/// What the addresses begin with that docking stations and USB adapters take from one machine to another.
const DOCKS: [&str; 9] = ["00:05:1b", "00:24:9b", "00:50:b6", "00:e0:4c", "3c:18:a0", "64:4b:f0", "8c:ae:4c", "9c:eb:e8", "a0:ce:c8"];
/// What the addresses begin with that VPNs and hypervisors give to each machine on which they are: TAP, AnyConnect, FortiClient, VMware,
/// Parallels.
const SHARED: [&str; 6] = ["00:ff", "00:05:9a:3c:7a", "00:09:0f:aa", "00:09:0f:fe", "00:50:56:c0:00", "00:1c:42:00:00"];
const HYPERVISORS: [&str; 11] = [
    "kvm",
    "qemu",
    "vmware",
    "virtualbox",
    "virtual machine",
    "xen",
    "bochs",
    "parallels",
    "amazon ec2",
    "google compute engine",
    "hvm domu",
];

/// What is sent with activations, leases and validations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DeviceDescription {
    /// By which the service recognizes the machine.
    pub components: BTreeMap<String, String>,
    /// Such as `desktop`.
    pub class: Option<String>,
    /// Whether it is a virtual machine, a container or a runner of a CI.
    pub is_virtual: Option<bool>,
    /// System and architecture.
    pub platform: Option<String>,
}

impl DeviceDescription {
    /// As it is sent.
    pub fn to_json(&self) -> JsonObject {
        let Self { components, class, is_virtual, platform } = self;
        known(json!({ "components": components, "class": class, "virtual": is_virtual, "platform": platform }))
    }
}

/// A network card.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Card {
    /// Of its interface.
    pub name: String,
    /// Six bytes in hexadecimal digits.
    pub address: String,
}

impl Card {
    fn new(name: &str, address: &str) -> Self {
        Self { name: name.to_owned(), address: address.trim().to_owned() }
    }

    fn is_virtual(&self) -> bool {
        let name = self.name.to_lowercase();
        name.contains("virtual") || name.starts_with("vethernet") || VIRTUAL_CARDS.iter().any(|begin| name.starts_with(begin))
    }

    /// Of a card that may stay in its machine, and is in no other one.
    fn built_in_address(&self) -> Option<String> {
        let address = self.address.to_lowercase().replace('-', ":");
        let is_not = |begins: &[&str]| !begins.iter().any(|begin| address.starts_with(begin));
        let is_built_in = is_global(&address) && address != NO_ADDRESS && is_not(&DOCKS) && is_not(&SHARED) && !self.is_virtual();
        is_built_in.then_some(address)
    }
}

/// Whether a maker has given the address: it is no group, and none that software has made up, such as a private address in a Wi-Fi. The two
/// lowest bits of the first byte tell.
fn is_global(address: &str) -> bool {
    let bytes: Option<Vec<u8>> = address.split(':').map(|part| u8::from_str_radix(part, 16).ok().filter(|_| part.len() == 2)).collect();
    bytes.is_some_and(|bytes| bytes.len() == 6 && bytes.first().is_some_and(|first| first & 0x03 == 0))
}

fn is_set(value: &str) -> bool {
    let value = value.trim().to_lowercase();
    !NOT_SET.contains(&value.as_str()) && !NO_SIGNS.iter().any(|sign| value.chars().all(|each| each == *sign))
}

/// Where a description is read from.
pub struct Machine<'a> {
    /// Reads a file.
    pub read: &'a dyn Fn(&str) -> Option<String>,
    /// Reads a variable of the environment.
    pub env: &'a dyn Fn(&str) -> Option<String>,
    /// Its name in the network.
    pub hostname: Option<String>,
    /// The model of its processor.
    pub cpu: Option<String>,
    /// Its network cards.
    pub cards: Vec<Card>,
    /// System and architecture.
    pub platform: String,
    /// Where the system has it elsewhere than in a file.
    pub machine_id: Option<String>,
}

impl Machine<'_> {
    /// `virtual` is set where virtual machines, containers or runners of a CI say that they are; its absence is no proof. Machine ID,
    /// serials and addresses of built-in network cards identify the machine; the other components only describe it
    /// (docs/licensing/devices.md).
    pub fn describe(&self) -> DeviceDescription {
        let addresses: BTreeSet<String> = self.cards.iter().filter_map(Card::built_in_address).collect();
        let macs = addresses.into_iter().zip(1..=MOST_CARDS).map(|(address, n)| (format!("mac_{n}"), Some(address)));
        let read = FILES.map(|(name, path)| (name.to_owned(), (self.read)(path).filter(|value| is_set(value))));
        let known = [("hostname", &self.hostname), ("cpu", &self.cpu), ("machine_id", &self.machine_id)];
        let found = known.map(|(name, value)| (name.to_owned(), value.clone())).into_iter().chain(read).chain(macs);
        let components: BTreeMap<String, String> = found
            .filter_map(|(name, value)| Some((name, value?.trim().chars().take(MAX_VALUE).collect())))
            .filter(|(_, value): &(_, String)| !value.is_empty())
            .collect();
        let sold_as = ["vendor", "product"].map(|name| components.get(name).map(|value| value.to_lowercase()).unwrap_or_default());
        let sold_as = sold_as.join(" ");
        let is_container = ["/.dockerenv", "/run/.containerenv"].iter().any(|path| (self.read)(path).is_some());
        let is_hypervisor = HYPERVISORS.iter().any(|name| sold_as.contains(name));
        let is_runner = (self.env)("CI").is_some_and(|value| !value.is_empty());
        DeviceDescription {
            components,
            class: None,
            is_virtual: (is_container || is_hypervisor || is_runner).then_some(true),
            platform: Some(self.platform.clone()),
        }
    }
}

/// What can be read of this machine without rights.
pub fn describe_device() -> DeviceDescription {
    let env = |name: &str| std::env::var(name).ok();
    let machine = Machine {
        read: &read,
        env: &env,
        hostname: hostname(),
        cpu: cpu().or_else(|| env("PROCESSOR_IDENTIFIER")),
        cards: cards(),
        platform: platform(),
        machine_id: machine_id(),
    };
    machine.describe()
}

fn read(path: &str) -> Option<String> {
    Some(String::from_utf8_lossy(&fs::read(path).ok()?).into_owned())
}

/// In the names that all clients use, which are those of Node.
fn platform() -> String {
    let system = match std::env::consts::OS {
        "macos" => "darwin",
        "windows" => "win32",
        other => other,
    };
    let architecture = match std::env::consts::ARCH {
        "x86_64" => "x64",
        "aarch64" => "arm64",
        "x86" => "ia32",
        other => other,
    };
    format!("{system}-{architecture}")
}

fn hostname() -> Option<String> {
    if cfg!(target_os = "linux") { read("/proc/sys/kernel/hostname") } else { output("hostname", &[]) }
}

fn cpu() -> Option<String> {
    let listed = read("/proc/cpuinfo")?;
    let model = listed.lines().find_map(|line| line.strip_prefix("model name")?.split_once(':'));
    model.map(|(_, name)| name.trim().to_owned())
}

fn cards() -> Vec<Card> {
    if cfg!(target_os = "macos") {
        return output("/sbin/ifconfig", &[]).map(|printed| cards_of_macos(&printed)).unwrap_or_default();
    }
    if cfg!(windows) {
        return output("getmac", &["/v", "/fo", "csv", "/nh"]).map(|printed| cards_of_windows(&printed)).unwrap_or_default();
    }
    let interfaces = fs::read_dir("/sys/class/net").into_iter().flatten().flatten();
    interfaces.filter_map(|each| Some(Card::new(each.file_name().to_str()?, &read(each.path().join("address").to_str()?)?))).collect()
}

/// Names at the beginning of lines, followed by lines such as `ether f0:2f:4b:10:20:30`.
fn cards_of_macos(printed: &str) -> Vec<Card> {
    let mut name = "";
    let mut cards = Vec::new();
    for line in printed.lines() {
        if let Some((begin, _)) = line.split_once(": flags=") {
            name = begin;
        } else if let Some(address) = line.trim().strip_prefix("ether ") {
            cards.push(Card::new(name, address));
        }
    }
    cards
}

/// Lines such as `"Ethernet","Intel(R) Ethernet","F0-2F-4B-10-20-30","\Device\Tcpip_{…}"`. The name of the product tells more than that of
/// the connection.
fn cards_of_windows(printed: &str) -> Vec<Card> {
    let cards = printed.lines().filter_map(|line| {
        let mut values = line.trim().strip_prefix('"')?.split("\",\"");
        let (name, product, address) = (values.next()?, values.next()?, values.next()?);
        let named = Card::new(name, address);
        Some(if named.is_virtual() { named } else { Card::new(product, address) })
    });
    cards.collect()
}

/// Where the system has no file with it.
fn machine_id() -> Option<String> {
    if cfg!(target_os = "macos") {
        let listed = output("/usr/sbin/ioreg", &["-rd1", "-c", "IOPlatformExpertDevice"])?;
        let line = listed.lines().find(|line| line.contains("\"IOPlatformUUID\""))?;
        return line.rsplit('"').nth(1).map(str::to_owned);
    }
    if cfg!(windows) {
        let listed = output("reg", &["query", r"HKLM\SOFTWARE\Microsoft\Cryptography", "/v", "MachineGuid", "/reg:64"])?;
        return listed.split_whitespace().last().map(str::to_owned);
    }
    None
}

/// What a program of the system prints; it opens no window.
fn output(program: &str, arguments: &[&str]) -> Option<String> {
    let mut command = std::process::Command::new(program);
    #[cfg(windows)]
    std::os::windows::process::CommandExt::creation_flags(&mut command, 0x0800_0000);
    let ended = command.args(arguments).stdin(std::process::Stdio::null()).output().ok()?;
    ended.status.success().then(|| String::from_utf8_lossy(&ended.stdout).into_owned())
}

#[cfg(test)]
mod tests {
    use super::{Card, cards_of_macos, cards_of_windows};

    #[test]
    fn network_cards_are_read_from_what_systems_print() {
        let macos = "lo0: flags=8049<UP> mtu 16384\n\tinet 127.0.0.1\nen0: flags=8863<UP>\n\toptions=6460\n\tether f0:2f:4b:10:20:30 \n";
        assert_eq!(cards_of_macos(macos), [Card::new("en0", "f0:2f:4b:10:20:30")]);
        let windows = concat!(
            "\"Ethernet\",\"Intel(R) Ethernet I219-LM\",\"F0-2F-4B-10-20-30\",\"\\Device\\Tcpip_{1}\"\r\n",
            "\"Ethernet 2\",\"VMware Virtual Ethernet Adapter\",\"00-50-56-C0-00-01\",\"Media disconnected\"\r\n",
            "\"vEthernet (WSL)\",\"Hyper-V Adapter\",\"00-15-5D-00-00-01\",\"\\Device\\Tcpip_{2}\"\r\n\r\nERROR\r\n",
        );
        let cards = [
            Card::new("Intel(R) Ethernet I219-LM", "F0-2F-4B-10-20-30"),
            Card::new("VMware Virtual Ethernet Adapter", "00-50-56-C0-00-01"),
            Card::new("vEthernet (WSL)", "00-15-5D-00-00-01"),
        ];
        assert_eq!(cards_of_windows(windows), cards);
    }
}
