"""What an application says about its machine (docs/licensing/devices.md). Self-reported: whoever has the machine can change it."""

from __future__ import annotations

import os
import platform
import re
import socket
import subprocess
import sys
import uuid
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

MAX_VALUE = 256
NO_ADDRESS = "00:00:00:00:00:00"
FILES = {
    "machine_id": "/etc/machine-id",
    "board": "/sys/class/dmi/id/board_name",
    "product": "/sys/class/dmi/id/product_name",
    "vendor": "/sys/class/dmi/id/sys_vendor",
}
"""What Linux lets everybody read, where it is there."""
HYPERVISORS = re.compile(
    "kvm|qemu|vmware|virtualbox|virtual machine|xen|bochs|parallels|amazon ec2|google compute engine|hvm domu", re.IGNORECASE
)
ARCHITECTURES = {"x86_64": "x64", "amd64": "x64", "aarch64": "arm64", "i686": "ia32"}


@dataclass(frozen=True)
class Machine:
    """Where the description is read from."""

    read: Callable[[str], str | None]
    env: Mapping[str, str]
    hostname: str
    cpu: str | None
    addresses: Sequence[str]
    """Of network cards."""
    platform: str
    machine_id: str | None = None
    """Where the system has it elsewhere than in a file."""


def describe_device(machine: Machine | None = None) -> dict[str, Any]:
    """What can be read of the machine without rights. `virtual` is set where virtual machines, containers or runners of a CI say that
    they are; its absence is no proof. Of several network cards, the address that comes first in order counts."""
    machine = machine or _this_machine()
    found = {
        "hostname": machine.hostname,
        "cpu": machine.cpu,
        "mac": min((each for each in machine.addresses if each != NO_ADDRESS), default=None),
        "machine_id": machine.machine_id,
    }
    for name, path in FILES.items():
        found[name] = machine.read(path) or found.get(name)
    components = {name: value.strip()[:MAX_VALUE] for name, value in found.items() if value and value.strip()}
    described: dict[str, Any] = {"components": components, "platform": machine.platform}
    is_container = any(machine.read(path) is not None for path in ("/.dockerenv", "/run/.containerenv"))
    is_hypervisor = HYPERVISORS.search(f"{found['vendor']} {found['product']}") is not None
    if machine.env.get("CI") or is_container or is_hypervisor:
        described["virtual"] = True
    return described


def _this_machine() -> Machine:
    architecture = platform.machine().lower()
    return Machine(
        read=_read,
        env=os.environ,
        hostname=socket.gethostname(),
        cpu=_cpu(),
        addresses=_addresses(),
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


def _addresses() -> list[str]:
    listed = [_read(str(path)) for path in Path("/sys/class/net").glob("*/address")]
    known = [address.strip() for address in listed if address and address.strip()]
    node = uuid.getnode()
    is_random = node >> 40 & 1
    return known or ([] if is_random else [":".join(re.findall("..", f"{node:012x}"))])


def _machine_id() -> str | None:
    if sys.platform == "win32":
        import winreg

        try:
            with winreg.OpenKey(winreg.HKEY_LOCAL_MACHINE, r"SOFTWARE\Microsoft\Cryptography") as key:
                return str(winreg.QueryValueEx(key, "MachineGuid")[0])
        except OSError:
            return None
    if sys.platform == "darwin":
        command = ["ioreg", "-rd1", "-c", "IOPlatformExpertDevice"]
        try:
            output = subprocess.run(command, capture_output=True, text=True, check=False, timeout=5).stdout
        except (OSError, subprocess.TimeoutExpired):
            return None
        found = re.search(r'"IOPlatformUUID" = "([^"]+)"', output)
        return found[1] if found else None
    return None
