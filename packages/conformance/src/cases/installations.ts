import { deepStrictEqual, equal, match, notEqual, partialDeepStrictEqual as matches } from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Application, Opening } from '../application.ts';
import type { Case, Kit } from '../kit.ts';
import { recordsIn, store } from '../stored.ts';

/** What all accounts of a machine can read of it. Values are whatever the makers of hardware write. */
const READABLE = { machine_id: '4f'.repeat(16), mac_1: '6c:24:08:aa:00:01', disk_serial: 'S/N <1> & "2" \\ ü\u2028\u{1f4be}' };
export const MACHINE = { components: { ...READABLE, hostname: 'nb-1', product: '21F8CTO1WW' }, platform: 'linux-x64' };

/** The ID of the machine, as all libraries have to make it. */
function machineId(organizationId: string): string {
  const identifying = Object.entries(READABLE).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = JSON.stringify([organizationId, ...identifying]);
  return `m-${createHash('sha256').update(text).digest('base64url')}`;
}

const deviceOf = async (app: Application): Promise<unknown> => (await app.must('device_id'))['device_id'];

/** How the last activation named its device and its installation. */
function namedLast(kit: Kit): (string | undefined)[] {
  const { headers } = kit.service.requests('activate').at(-1)!;
  return [headers['license-device'], headers['license-installation']];
}

async function leased(app: Application, key: string): Promise<void> {
  await app.must('activate', { key, label: 'notebook' });
  matches(await app.must('lease'), { license: { usable: true } });
}

/** The license of this installation works, now and after its next start. */
async function goesOn(app: Application): Promise<void> {
  for (const command of ['validate', 'lease', 'refresh']) await app.must(command);
  matches(await app.must('check_status'), { status: 'valid' });
  await app.open();
  matches(await app.check(), { usable: true });
}

/** Two accounts of a machine, and one of another machine, with a license key for one device. */
async function accountsShare(kit: Kit, machine: Opening, other: Opening): Promise<void> {
  const key = kit.service.issue({ limitActivations: 1 });
  const [first, second, stranger] = [
    await kit.application(machine),
    await kit.application(machine),
    await kit.application(other),
  ];
  await leased(first, key.key);
  await leased(second, key.key);
  equal(await deviceOf(first), await deviceOf(second));
  equal(new Set(key.activations.map(({ id }) => id)).size, 2, 'each account has an activation');
  equal(new Set(key.activations.map(({ installation }) => installation)).size, 2, 'each account has an ID of its own');
  for (const app of [first, second]) await goesOn(app);
  await leased(first, key.key);
  equal(key.activations.length, 2, 'an account that is activated again is the same installation');

  const refused = { outcome: 'refused', code: 'ACTIVATION_LIMIT_REACHED' };
  matches(await stranger.ask('activate', { key: key.key, label: 'other' }), refused);
  await first.must('deactivate');
  await goesOn(second);
  matches(await stranger.ask('activate', { key: key.key, label: 'other' }), refused);
  await second.must('deactivate');
  await leased(stranger, key.key);
}

/** Several installations on one device (docs/licensing/devices.md). */
export const INSTALLATIONS: readonly Case[] = [
  {
    name: 'two accounts of a machine share its place and have a lease each; the last one frees it',
    run: (kit) => accountsShare(kit, { device: MACHINE }, { device: { components: { ...READABLE, machine_id: 'other' } } }),
  },
  {
    name: 'two accounts of a machine that the application names',
    run: (kit) => accountsShare(kit, { device_id: 'machine-7' }, { device_id: 'machine-8' }),
  },
  {
    name: 'the ID of a machine: the same in every process and account, and another one for each seller',
    run: async (kit) => {
      const key = kit.service.issue();
      const app = await kit.application({ device: MACHINE });
      const id = machineId(kit.organizationId);
      equal(await deviceOf(app), id);
      await leased(app, key.key);
      const { device } = recordsIn(app.storage) as { readonly device: { readonly installation: string } };
      deepStrictEqual(namedLast(kit), [id, device.installation]);
      const process = await kit.application({ device: MACHINE, storage: app.storage });
      await leased(process, key.key);
      deepStrictEqual(namedLast(kit), [id, device.installation]);
      equal(key.activations.length, 1);

      const administrator = { board_serial: 'B1', system_serial: 'C1', hostname: 'renamed', cpu: 'A processor' };
      const account = await kit.application({ device: { components: { ...READABLE, ...administrator } } });
      equal(await deviceOf(account), id);
      const organization = randomUUID();
      const ofOther = await kit.application({ device: MACHINE, organization_id: organization });
      equal(await deviceOf(ofOther), machineId(organization));
    },
  },
  {
    name: 'machines that may be copies, or say too little, have random IDs',
    run: async (kit) => {
      const { machine_id, mac_1 } = READABLE;
      for (const device of [
        { ...MACHINE, virtual: true },
        { components: { ...READABLE, container: 'docker' } },
        { components: { mac_1, disk_serial: 'S1' } },
        { components: { machine_id, hostname: 'nb-1', board_serial: 'B1' } },
        undefined,
      ]) {
        const [one, other] = [await kit.application({ device }), await kit.application({ device })];
        const ids = [await deviceOf(one), await deviceOf(other)];
        for (const id of ids) match(String(id), /^[0-9a-f-]{36}$/);
        notEqual(ids[0], ids[1]);
        await one.must('activate', { key: kit.service.issue().key, label: 'pc' });
        deepStrictEqual(namedLast(kit), [ids[0], undefined]);
      }
    },
  },
  {
    name: 'a device that has an ID keeps it',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1 });
      const app = await kit.application();
      await leased(app, key.key);
      const [id] = namedLast(kit);
      await app.open({ device: MACHINE });
      equal(await deviceOf(app), id);
      await leased(app, key.key);
      deepStrictEqual(namedLast(kit), [id, undefined]);
      rmSync(join(app.storage, 'device.json'));
      await app.open({ device: MACHINE });
      equal(await deviceOf(app), id);
      deepStrictEqual(recordsIn(app.storage)['device'], { id });
      equal(key.activations.length, 1);
      matches(await app.check(), { usable: true });

      const stored = await kit.application();
      store(stored.storage, 'device', { id: 'd-1', installation: 'i-1' });
      await stored.open({ device: MACHINE });
      await leased(stored, kit.service.issue().key);
      deepStrictEqual(namedLast(kit), ['d-1', 'i-1']);
    },
  },
  {
    name: 'an account of a machine that loses its record takes nothing from the other one',
    run: async (kit) => {
      const key = kit.service.issue({ limitActivations: 1 });
      const [first, second] = [await kit.application({ device: MACHINE }), await kit.application({ device: MACHINE })];
      await leased(first, key.key);
      await leased(second, key.key);
      const { id } = key.activations[0]!;
      rmSync(join(second.storage, 'device.json'));
      await second.open();
      matches(await second.check(), { usable: true });
      await leased(second, key.key);
      notEqual((await second.must('reactivate'))['activation_id'], id);
      equal(new Set(key.activations.map(({ placeId }) => placeId)).size, 1);
      for (const app of [first, second]) await goesOn(app);
    },
  },
];
