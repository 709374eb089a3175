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

test('the machine ID is that of the file, else of the system', async () => {
  expect(await componentsOf({ systemId: async () => 'E5F1-77' })).toEqual({ hostname: 'pc', cpu: 'i7', machine_id: 'E5F1-77' });
  const files: Record<string, string> = { '/etc/machine-id': 'abc\n' };
  const read = async (path: string) => files[path] ?? null;
  const systemId = async () => 'another';
  expect(await componentsOf({ read, systemId })).toEqual({ hostname: 'pc', cpu: 'i7', machine_id: 'abc' });
});
