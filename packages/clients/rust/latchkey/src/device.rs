//! What an application says about its machine (docs/licensing/devices.md). Self-reported: whoever has the machine can change it.

use crate::encoding::{JsonObject, object};
use serde_json::json;
use std::collections::BTreeMap;
use std::fs;

const MAX_VALUE: usize = 256;
const NO_ADDRESS: &str = "00:00:00:00:00:00";
/// What Linux lets everybody read, where it is there.
const FILES: [(&str, &str); 4] = [
    ("machine_id", "/etc/machine-id"),
    ("board", "/sys/class/dmi/id/board_name"),
    ("product", "/sys/class/dmi/id/product_name"),
    ("vendor", "/sys/class/dmi/id/sys_vendor"),
];
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
        let mut said = object(json!({ "components": components, "class": class, "virtual": is_virtual, "platform": platform }));
        said.retain(|_, value| !value.is_null());
        said
    }
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
    /// Of network cards.
    pub addresses: Vec<String>,
    /// System and architecture.
    pub platform: String,
    /// Where the system has it elsewhere than in a file.
    pub machine_id: Option<String>,
}

impl Machine<'_> {
    /// `virtual` is set where virtual machines, containers or runners of a CI say that they are; its absence is no proof. Of several
    /// network cards, the address that comes first in order counts.
    pub fn describe(&self) -> DeviceDescription {
        let mac = self.addresses.iter().filter(|address| *address != NO_ADDRESS).min();
        let mut found = vec![("hostname", self.hostname.clone()), ("cpu", self.cpu.clone()), ("mac", mac.cloned())];
        found.push(("machine_id", self.machine_id.clone()));
        found.extend(FILES.map(|(name, path)| (name, (self.read)(path))));
        let components: BTreeMap<String, String> = found
            .into_iter()
            .filter_map(|(name, value)| Some((name.to_owned(), value?.trim().chars().take(MAX_VALUE).collect())))
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
        addresses: addresses(),
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

fn addresses() -> Vec<String> {
    let cards = fs::read_dir("/sys/class/net").into_iter().flatten().flatten();
    let found = cards.filter_map(|card| read(card.path().join("address").to_str()?));
    found.map(|address| address.trim().to_owned()).filter(|address| !address.is_empty()).collect()
}

/// Where the system has no file with it.
fn machine_id() -> Option<String> {
    if cfg!(target_os = "macos") {
        let listed = output("ioreg", &["-rd1", "-c", "IOPlatformExpertDevice"])?;
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
