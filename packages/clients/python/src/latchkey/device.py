"""What an application says about its machine (docs/licensing/devices.md). Self-reported: whoever has the machine can change it."""

from __future__ import annotations

import csv
import hashlib
import json
import os
import platform
import re
import socket
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from .encoding import JsonObject, to_base64url

MAX_VALUE = 256
MOST_CARDS = 4
NO_ADDRESS = "00:00:00:00:00:00"
FILES = {
    "machine_id": "/etc/machine-id",
    "board": "/sys/class/dmi/id/board_name",
    "product": "/sys/class/dmi/id/product_name",
    "vendor": "/sys/class/dmi/id/sys_vendor",
    "board_serial": "/sys/class/dmi/id/board_serial",
    "system_serial": "/sys/class/dmi/id/product_serial",
    "disk_serial": "/sys/class/nvme/nvme0/serial",
}
"""What Linux lets everybody read, where it is there."""
NOT_SET = re.compile(
    r"0+|x+|\.+|none|n/a|empty|unknown|uninitialized|invalid|0?123456789|not (specified|applicable|available)|default string"
    r"|(system|base board) serial number|to be filled by o\.?e\.?m\.?",
    re.IGNORECASE,
)
"""What these files say where nobody has set anything."""
VIRTUAL_CARDS = re.compile(
    "virtual|^(docker|veth|br-|virbr|vmnet|vnic|vboxnet|vethernet|tun|tap|utun|wg|zt|tailscale|awdl|llw)", re.IGNORECASE
)
"""Cards of virtual machines, containers and VPNs by the names of their interfaces."""
DOCKS = ("00:05:1b", "00:24:9b", "00:50:b6", "00:e0:4c", "3c:18:a0", "64:4b:f0", "8c:ae:4c", "9c:eb:e8", "a0:ce:c8")
"""What the addresses begin with that docking stations and USB adapters take from one machine to another."""
SHARED = ("00:ff", "00:05:9a:3c:7a", "00:09:0f:aa", "00:09:0f:fe", "00:50:56:c0:00", "00:1c:42:00:00")
"""What the addresses begin with that VPNs and hypervisors give to each machine on which they are: TAP, AnyConnect, FortiClient, VMware,
Parallels."""
GLOBAL_ADDRESS = re.compile("[0-9a-f][048c](:[0-9a-f]{2}){5}")
"""Addresses that makers give: no group, and none that software has made up, such as a private address in a Wi-Fi. The two lowest bits of the
first byte tell."""
HYPERVISORS = re.compile(
    "kvm|qemu|vmware|virtualbox|virtual machine|xen|bochs|parallels|amazon ec2|google compute engine|hvm domu", re.IGNORECASE
)
ARCHITECTURES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "i686": "ia32"}

DESCRIBING = frozenset(("board", "cpu", "hostname", "model", "product", "vendor"))
"""Components that name a model or a setting, which many machines share. The service knows the same."""
OF_ADMINISTRATORS = frozenset(("board_serial", "system_serial"))
"""Components that only an administrator can read, and so not all accounts of a machine."""
VIRTUAL = frozenset(("hypervisor", "container", "ci"))
FEWEST_COMPONENTS = 2
"""The ID of the operating system's installation, and something else: images of machines may have the same ID."""
LONE_SURROGATE = re.compile("[\ud800-\udfff]")


class Card(NamedTuple):
    """A network card with the name of its interface."""

    name: str
    address: str


@dataclass(frozen=True)
class Machine:
    """Where the description is read from."""

    read: Callable[[str], str | None]
    env: Mapping[str, str]
    hostname: str
    cpu: str | None
    cards: Sequence[Card]
    platform: str
    machine_id: str | None = None
    """Where the system has it elsewhere than in a file."""


def describe_device(machine: Machine | None = None) -> dict[str, Any]:
    """What can be read of the machine without rights. `virtual` is set where virtual machines, containers or runners of a CI say that
    they are; its absence is no proof. Machine ID, serials and addresses of built-in network cards identify the machine; the other components
    only describe it (docs/licensing/devices.md)."""
    machine = machine or _this_machine()
    found = {"hostname": machine.hostname, "cpu": machine.cpu, "machine_id": machine.machine_id}
    for name, path in FILES.items():
        content = (machine.read(path) or "").strip()
        found[name] = found.get(name) if NOT_SET.fullmatch(content) else content or found.get(name)
    for number, address in enumerate(_built_in(machine.cards)[:MOST_CARDS], 1):
        found[f"mac_{number}"] = address
    components = {name: value.strip()[:MAX_VALUE] for name, value in found.items() if value and value.strip()}
    described: dict[str, Any] = {"components": components, "platform": machine.platform}
    is_container = any(machine.read(path) is not None for path in ("/.dockerenv", "/run/.containerenv"))
    is_hypervisor = HYPERVISORS.search(f"{found['vendor']} {found['product']}") is not None
    if machine.env.get("CI") or is_container or is_hypervisor:
        described["virtual"] = True
    return described


def machine_id_of(description: JsonObject | None, organization_id: str) -> str | None:
    """An ID that every account of the described machine makes. None for virtual machines, of which many may be copies of one, and where too
    little is known. It is bound to the organization, so that two sellers cannot compare what they know."""
    components, virtual = (description or {}).get("components"), (description or {}).get("virtual")
    if not isinstance(components, Mapping) or not isinstance(components.get("machine_id"), str):
        return None
    names = [name for name in components if name not in DESCRIBING]
    is_virtual = virtual if isinstance(virtual, bool) else not VIRTUAL.isdisjoint(names)
    read_by_all = sorted(name for name in names if name not in OF_ADMINISTRATORS)
    if is_virtual or len(read_by_all) < FEWEST_COMPONENTS:
        return None
    identifying = [organization_id, *([name, components[name]] for name in read_by_all)]
    # As clients in all languages write it: without blanks, and with nothing escaped that may stand there.
    text = json.dumps(identifying, separators=(",", ":"), ensure_ascii=False)
    written = LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
    return f"m-{to_base64url(hashlib.sha256(written.encode()).digest())}"


def _built_in(cards: Iterable[Card]) -> list[str]:
    """The addresses, in order, of the cards that may stay in their machine, and are in no other one."""
    addresses = {card.address.lower().replace("-", ":") for card in cards if not VIRTUAL_CARDS.search(card.name)}
    return sorted(
        each
        for each in addresses
        if GLOBAL_ADDRESS.fullmatch(each) and each != NO_ADDRESS and not each.startswith(DOCKS) and not each.startswith(SHARED)
    )


def _this_machine() -> Machine:
    architecture = platform.machine().lower()
    return Machine(
        read=_read,
        env=os.environ,
        hostname=socket.gethostname(),
        cpu=_cpu(),
        cards=_cards(),
        platform=f"{sys.platform}-{ARCHITECTURES.get(architecture, architecture)}",
        machine_id=_machine_id(),
    )


def _read(path: str) -> str | None:
    try:
        return Path(path).read_text("utf-8", "replace")
    except OSError:
        return None


def _cpu() -> str | None:
    model = re.search(r"^model name\s*:\s*(.+)$", _read("/proc/cpuinfo") or "", re.MULTILINE)
    return model[1] if model else platform.processor() or None


def _cards() -> list[Card]:
    if sys.platform == "win32":
        return cards_of_windows(_printed("getmac", "/v", "/fo", "csv", "/nh"))
    if sys.platform == "darwin":
        return cards_of_macos(_printed("/sbin/ifconfig"))
    return [Card(path.parent.name, (_read(str(path)) or "").strip()) for path in Path("/sys/class/net").glob("*/address")]


def cards_of_windows(printed: str) -> list[Card]:
    """Lines such as `"Ethernet","Intel(R) Ethernet","F0-2F-4B-10-20-30","\\Device\\Tcpip_{…}"`. The name of the product tells more than that of
    the connection."""
    rows = [row for row in csv.reader(printed.splitlines()) if len(row) >= 3]
    return [Card(name if VIRTUAL_CARDS.search(name) else product, address) for name, product, address, *_ in rows]


def cards_of_macos(printed: str) -> list[Card]:
    """Names at the beginning of lines, followed by lines such as `ether f0:2f:4b:10:20:30`."""
    cards, name = [], ""
    for line in printed.splitlines():
        if begins := re.match(r"(\w+): flags=", line):
            name = begins[1]
        elif ether := re.match(r"\s+ether (\S+)", line):
            cards.append(Card(name, ether[1]))
    return cards


def _printed(*command: str) -> str:
    """Nothing if the command does not end within some seconds."""
    try:
        return subprocess.run(command, capture_output=True, text=True, check=False, timeout=5).stdout
    except (OSError, subprocess.TimeoutExpired, UnicodeDecodeError):
        return ""


def _machine_id() -> str | None:
    if sys.platform == "win32":
        import winreg

        try:
            path, access = r"SOFTWARE\Microsoft\Cryptography", winreg.KEY_READ | winreg.KEY_WOW64_64KEY
            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, path, 0, access) as key:
                return str(winreg.QueryValueEx(key, "MachineGuid")[0])
        except OSError:
            return None
    if sys.platform == "darwin":
        found = re.search(r'"IOPlatformUUID" = "([^"]+)"', _printed("/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice"))
        return found[1] if found else None
    return None
