import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { arch, cpus, hostname, networkInterfaces, platform } from 'node:os';
import type { DeviceDescription } from '../device.ts';

const MAX_VALUE = 256;
const MOST_CARDS = 4;
/** Cards of virtual machines, containers and VPNs by the names of their interfaces. */
const VIRTUAL_CARDS = /virtual|^(docker|veth|br-|virbr|vmnet|vnic|vboxnet|vethernet|tun|tap|utun|wg|zt|tailscale|awdl|llw)/i;
/** What the addresses begin with that docking stations and USB adapters take from one machine to another. */
const DOCKS = ['00:05:1b', '00:24:9b', '00:50:b6', '00:e0:4c', '3c:18:a0', '64:4b:f0', '8c:ae:4c', '9c:eb:e8', 'a0:ce:c8'];
/** What the addresses begin with that VPNs and hypervisors give to each machine on which they are: TAP, AnyConnect, FortiClient, VMware, Parallels. */
const SHARED = ['00:ff', '00:05:9a:3c:7a', '00:09:0f:aa', '00:09:0f:fe', '00:50:56:c0:00', '00:1c:42:00:00'];
const ADDRESS = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/;
const NO_ADDRESS = '00:00:00:00:00:00';
/** The bits of addresses of groups, and of those that software has made up, such as private addresses in a Wi-Fi. */
const NO_CARD = 0x03;
const COMMAND_MS = 2000;

/** What Linux lets everybody read, where it is there. Others are missing, as on systems without these files. */
const FILES = {
  machine_id: '/etc/machine-id',
  board: '/sys/class/dmi/id/board_name',
  product: '/sys/class/dmi/id/product_name',
  vendor: '/sys/class/dmi/id/sys_vendor',
  board_serial: '/sys/class/dmi/id/board_serial',
  system_serial: '/sys/class/dmi/id/product_serial',
  disk_serial: '/sys/class/nvme/nvme0/serial',
} as const;

/** What these files say where nobody has set anything. */
const NOT_SET =
  /^(0+|x+|\.+|none|n\/a|empty|unknown|uninitialized|invalid|0?123456789|not (specified|applicable|available)|default string|(system|base board) serial number|to be filled by o\.?e\.?m\.?)$/i;

const HYPERVISORS = /kvm|qemu|vmware|virtualbox|virtual machine|xen|bochs|parallels|amazon ec2|google compute engine|hvm domu/i;

/** Where the description is read from. */
export interface Machine {
  read(path: string): Promise<string | null>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hostname: string;
  readonly cpu: string | undefined;
  /** Addresses of network cards, without those of {@link addressesOf} that are none. */
  readonly addresses: readonly string[];
  readonly platform: string;
  /** The ID that macOS or Windows gives to the machine; left out on other systems. */
  readonly systemId?: () => Promise<string | null>;
}

/** The commands that print the ID of the machine, and where it is in what they print. */
const SYSTEM_ID: Readonly<Record<string, readonly [command: string, args: readonly string[], found: RegExp]>> = {
  darwin: ['/usr/sbin/ioreg', ['-rd1', '-c', 'IOPlatformExpertDevice'], /"IOPlatformUUID" = "([^"]+)"/],
  win32: [
    'reg',
    ['query', 'HKLM\\SOFTWARE\\Microsoft\\Cryptography', '/v', 'MachineGuid', '/reg:64'],
    /MachineGuid\s+REG_SZ\s+(\S+)/,
  ],
};

function readSystemId(): Promise<string | null> {
  const known = SYSTEM_ID[platform()];
  if (!known) return Promise.resolve(null);
  const [command, args, found] = known;
  return new Promise((resolve) => {
    execFile(command, [...args], { timeout: COMMAND_MS, windowsHide: true }, (error, printed) =>
      resolve(error ? null : (found.exec(printed)?.[1] ?? null)),
    );
  });
}

/** The addresses of those network cards whose names do not tell that they are virtual. */
export const addressesOf = (cards: readonly { readonly name: string; readonly address: string }[]): readonly string[] =>
  cards.flatMap(({ name, address }) => (VIRTUAL_CARDS.test(name) ? [] : [address]));

const thisMachine = (): Machine => ({
  read: (path) => readFile(path, 'utf8').catch(() => null),
  env: process.env,
  hostname: hostname(),
  cpu: cpus()[0]?.model,
  addresses: addressesOf(
    Object.entries(networkInterfaces()).flatMap(([name, cards = []]) => cards.map(({ mac }) => ({ name, address: mac }))),
  ),
  systemId: readSystemId,
  platform: `${platform()}-${arch()}`,
});

/**
 * What Node can read of the machine without rights. `virtual` is set where virtual machines, containers or runners of a CI say that they
 * are; its absence is no proof. Machine ID, serials and addresses of built-in network cards identify the machine; the other components
 * only describe it (docs/licensing/devices.md).
 */
export async function describeDevice(machine: Machine = thisMachine()): Promise<DeviceDescription> {
  const { env, read } = machine;
  const cards = [...new Set(machine.addresses.map((address) => address.toLowerCase().replaceAll('-', ':')))]
    .filter(isBuiltIn)
    .toSorted();
  const files = await Promise.all(Object.entries(FILES).map(async ([name, path]) => [name, (await read(path))?.trim()] as const));
  const found: Record<string, string | null | undefined> = { hostname: machine.hostname, cpu: machine.cpu?.trim() };
  for (const [name, value] of files) found[name] = value && NOT_SET.test(value) ? undefined : value;
  found['machine_id'] ??= await machine.systemId?.();
  for (const [index, address] of cards.slice(0, MOST_CARDS).entries()) found[`mac_${index + 1}`] = address;
  const components = Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => (value ? [[name, value.slice(0, MAX_VALUE)]] : [])),
  );
  const isContainer = (await read('/.dockerenv')) !== null || (await read('/run/.containerenv')) !== null;
  const isHypervisor = HYPERVISORS.test(`${found['vendor']} ${found['product']}`);
  const isVirtual = Boolean(env['CI']) || isContainer || isHypervisor;
  return { components, platform: machine.platform, ...(isVirtual ? { virtual: true } : {}) };
}

/** Whether the address may be that of a card that stays in its machine, and is in no other one. */
const isBuiltIn = (address: string): boolean =>
  ADDRESS.test(address) &&
  address !== NO_ADDRESS &&
  (Number.parseInt(address.slice(0, 2), 16) & NO_CARD) === 0 &&
  ![...DOCKS, ...SHARED].some((begin) => address.startsWith(begin));
