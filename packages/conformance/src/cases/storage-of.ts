import { equal, partialDeepStrictEqual as matches } from 'node:assert/strict';
import type { Drivers } from '../drivers.ts';
import type { Case } from '../kit.ts';
import { MACHINE } from './installations.ts';
import { countAtOnce } from './processes.ts';
import { unitsOf, useAtOnce } from './units.ts';

const NAMES = {
  storage: (language: string) => `the storage of ${language}`,
  lock: (language: string) => `the lock of the storage excludes ${language}`,
  units: (language: string) => `the units of a lease are shared with ${language}`,
};

/** The names of the cases that each language has with each other one. */
export const SHARED = Object.values(NAMES);

/** Processes of two clients read a record and then write it at once. */
export const lockSharedWith = (name: string, from: Drivers): Case => ({
  name: NAMES.lock(name),
  run: async (kit) => {
    const app = await kit.application();
    await countAtOnce([app, await kit.application({ storage: app.storage }, from)]);
  },
});

/** Processes of two clients use the units of a lease at once. */
export const unitsSharedWith = (name: string, from: Drivers): Case => ({
  name: NAMES.units(name),
  run: async (kit) => {
    const first = await unitsOf(kit, 20, from);
    await useAtOnce([first, await kit.application({ storage: first.storage })], 20);
  },
});

/** A client uses what another one has activated and leased, and the other one what it renews. */
export const storageOf = (name: string, from: Drivers): Case => ({
  name: NAMES.storage(name),
  run: async (kit) => {
    const { key, app: first } = await kit.licensed({ device: MACHINE }, from);
    const { file } = await first.must('offline_request', { label: 'laptop' });
    const app = await kit.application({ storage: first.storage, device: MACHINE });
    equal((await app.must('device_id'))['device_id'], (await first.must('device_id'))['device_id']);
    matches(await app.check(), { usable: true, refresh_due: false });
    await app.must('validate');
    await app.must('activate', { key: key.key, label: 'laptop' });
    await kit.pass(13 * 3600);
    matches(await app.must('refresh'), { status: { outcome: 'ok' }, renewal: { outcome: 'ok' } });
    await first.open();
    matches(await first.check(), { usable: true, refresh_due: false });
    await app.must('import_lease', { file: kit.service.state.leaseFile(key, String(file)) });
    await first.open();
    equal(kit.service.state.takesBack(key, String((await first.must('offline_deactivate'))['file'])), true);
    equal(key.activations.length, 1);
  },
});
