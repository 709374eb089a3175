import { machineIdOf } from './device.ts';

const COMPONENTS = { machine_id: 'f00d', disk_serial: 'S1', mac_1: 'a4:83:e7:00:00:01', model: 'XPS 13' };
const idOf = (components: object, others: object = {}, organizationId = 'org'): Promise<string | null> =>
  machineIdOf({ device: { components: { ...components }, ...others } }, organizationId);

test('all accounts of a machine make the same ID, also those of administrators, who can read more', async () => {
  const id = await idOf(COMPONENTS);
  expect(id).toMatch(/^m-[\w-]{43}$/);
  expect(await idOf({ ...COMPONENTS, board_serial: 'B1', system_serial: 'C1', hostname: 'renamed' })).toBe(id);
  expect(await idOf({ ...COMPONENTS, disk_serial: 'S2' })).not.toBe(id);
  expect(await idOf(COMPONENTS, {}, 'another')).not.toBe(id);
});

test.each([
  ['no machine ID', { disk_serial: 'S1', mac_1: 'a4:83:e7:00:00:01' }, {}],
  ['nothing besides the machine ID that all accounts read', { machine_id: 'f00d', board_serial: 'B1', model: 'XPS 13' }, {}],
  ['a virtual machine', COMPONENTS, { virtual: true }],
  ['a container', { ...COMPONENTS, container: 'docker' }, {}],
])('there is none for %s', async (_name, components, others) => {
  expect(await idOf(components, others)).toBeNull();
});
