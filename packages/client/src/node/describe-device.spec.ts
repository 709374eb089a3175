import { describeDevice } from './describe-device.ts';

type Machine = NonNullable<Parameters<typeof describeDevice>[0]>;

const machine = (files: Record<string, string>, particulars: Partial<Machine> = {}): Machine => ({
  read: async (path) => files[path] ?? null,
  env: {},
  hostname: 'laptop',
  cpu: ' A processor ',
  addresses: ['00:00:00:00:00:00', '02:00:5e:00:53:02', '00:00:5e:00:53:01'],
  platform: 'linux-x64',
  ...particulars,
});

test('describes what is readable, in one order, and leaves out what is not', async () => {
  const files = { '/etc/machine-id': '9f86d081\n', '/sys/class/dmi/id/product_name': `${'x'.repeat(300)}\n` };
  expect(await describeDevice(machine(files))).toEqual({
    components: {
      hostname: 'laptop',
      cpu: 'A processor',
      mac: '00:00:5e:00:53:01',
      machine_id: '9f86d081',
      product: 'x'.repeat(256),
    },
    platform: 'linux-x64',
  });
  expect((await describeDevice(machine({}, { cpu: undefined, addresses: [] }))).components).toEqual({ hostname: 'laptop' });
});

test.each<[string, Machine]>([
  ['a virtual machine', machine({ '/sys/class/dmi/id/sys_vendor': 'QEMU' })],
  ['a container', machine({ '/.dockerenv': '' })],
  ['a runner of a CI', machine({}, { env: { CI: 'true' } })],
])('%s is virtual', async (_name, virtual) => {
  expect(await describeDevice(virtual)).toMatchObject({ virtual: true });
});

test('this machine can be described', async () => {
  const { components, platform } = await describeDevice();
  expect(platform).toMatch(/^\w+-\w+$/);
  expect(Object.keys(components!).length).toBeGreaterThan(0);
  for (const [name, value] of Object.entries(components!))
    expect([name, value.length]).toEqual([expect.stringMatching(/^[a-z_]+$/), expect.any(Number)]);
});
