import { readFile } from 'node:fs/promises';
import { arch, cpus, hostname, networkInterfaces, platform } from 'node:os';
import type { DeviceDescription } from '../device.ts';

const MAX_VALUE = 256;
const NO_ADDRESS = '00:00:00:00:00:00';

/** What Linux lets everybody read, where it is there. Others are missing, as on systems without these files. */
const FILES = {
  machine_id: '/etc/machine-id',
  board: '/sys/class/dmi/id/board_name',
  product: '/sys/class/dmi/id/product_name',
  vendor: '/sys/class/dmi/id/sys_vendor',
} as const;

const HYPERVISORS = /kvm|qemu|vmware|virtualbox|virtual machine|xen|bochs|parallels|amazon ec2|google compute engine|hvm domu/i;

/** Where the description is read from. */
export interface Machine {
  read(path: string): Promise<string | null>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly hostname: string;
  readonly cpu: string | undefined;
  /** Addresses of network cards. */
  readonly addresses: readonly string[];
  readonly platform: string;
}

const thisMachine = (): Machine => ({
  read: (path) => readFile(path, 'utf8').catch(() => null),
  env: process.env,
  hostname: hostname(),
  cpu: cpus()[0]?.model,
  addresses: Object.values(networkInterfaces()).flatMap((cards) => cards?.map(({ mac }) => mac) ?? []),
  platform: `${platform()}-${arch()}`,
});

/**
 * What Node can read of the machine without rights. `virtual` is set where virtual machines, containers or runners of a CI say that they
 * are; its absence is no proof. Of several network cards, the address that comes first in order counts.
 */
export async function describeDevice(machine: Machine = thisMachine()): Promise<DeviceDescription> {
  const { env, read } = machine;
  const [mac] = machine.addresses.filter((address) => address !== NO_ADDRESS).toSorted();
  const files = await Promise.all(Object.entries(FILES).map(async ([name, path]) => [name, (await read(path))?.trim()] as const));
  const found: Record<string, string | undefined> = { hostname: machine.hostname, cpu: machine.cpu?.trim(), mac };
  for (const [name, value] of files) found[name] = value;
  const components = Object.fromEntries(
    Object.entries(found).flatMap(([name, value]) => (value ? [[name, value.slice(0, MAX_VALUE)]] : [])),
  );
  const isContainer = (await read('/.dockerenv')) !== null || (await read('/run/.containerenv')) !== null;
  const isHypervisor = HYPERVISORS.test(`${found['vendor']} ${found['product']}`);
  const isVirtual = Boolean(env['CI']) || isContainer || isHypervisor;
  return { components, platform: machine.platform, ...(isVirtual ? { virtual: true } : {}) };
}
