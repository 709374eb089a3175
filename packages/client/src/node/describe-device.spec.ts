import { describeDevice, type Machine } from './describe-device.ts';

test('this machine can be described', async () => {
  const { components, platform } = await describeDevice();
  expect(platform).toMatch(/^\w+-\w+$/);
  expect(Object.keys(components!).length).toBeGreaterThan(0);
  for (const [name, value] of Object.entries(components!))
    expect([name, value.length]).toEqual([expect.stringMatching(/^[a-z_]+\d?$/), expect.any(Number)]);
});

const machine = (parts: Partial<Machine>): Machine => ({
  read: async () => null,
  env: {},
  hostname: 'pc',
  cpu: 'i7',
  addresses: [],
  platform: 'linux-x64',
  ...parts,
});
const componentsOf = async (parts: Partial<Machine>) => (await describeDevice(machine(parts))).components;

test('addresses of built-in network cards are components, and no others', async () => {
  const addresses = ['F0:2F:4B:10:20:31', '00:00:00:00:00:00', '02:42:12:34:56:78', '2e:aa:bb:cc:dd:01', '00:e0:4c:68:00:01'];
  expect(await componentsOf({ addresses: [...addresses, 'f0:2f:4b:10:20:30', 'f0:2f:4b:10:20:30'] })).toEqual({
    hostname: 'pc',
    cpu: 'i7',
    mac: 'f0:2f:4b:10:20:30',
    mac_2: 'f0:2f:4b:10:20:31',
  });
});

test('the machine ID is that of the system, and serials that nobody has set are left out', async () => {
  expect(await componentsOf({ systemId: async () => 'E5F1-77' })).toEqual({ hostname: 'pc', cpu: 'i7', machine_id: 'E5F1-77' });
  const files: Record<string, string> = { '/etc/machine-id': 'abc\n', '/sys/class/dmi/id/board_serial': 'Default string\n' };
  const read = async (path: string) => files[path] ?? null;
  const systemId = async () => 'another';
  expect(await componentsOf({ read, systemId })).toEqual({ hostname: 'pc', cpu: 'i7', machine_id: 'abc' });
});
