import { deepStrictEqual, equal, partialDeepStrictEqual as matches } from 'node:assert/strict';
import type { Case } from '../kit.ts';
import { recordsIn, store } from '../stored.ts';
import { DAMAGE } from './storage.ts';

const PROCESSES = 4;
const ROUNDS = 5;

/** Processes that share a storage. */
export const PROCESSES_AT_ONCE: readonly Case[] = [
  {
    name: 'first starts at once',
    run: async (kit) => {
      for (const damage of [null, ...DAMAGE]) {
        const key = kit.service.issue({ limitActivations: 1 });
        const first = await kit.application();
        if (damage !== null) store(first.storage, 'device', damage);
        const others = Array.from({ length: PROCESSES - 1 }, () => kit.application({ storage: first.storage }));
        const apps = [first, ...(await Promise.all(others))];
        await Promise.all(apps.map((app) => app.must('activate', { key: key.key, label: 'pc' })));
        const ids = await Promise.all(apps.map(async (app) => (await app.must('device_id'))['device_id']));
        deepStrictEqual([new Set(ids).size, key.activations.length], [1, 1]);
        kit.release();
      }
    },
  },
  {
    name: 'a busy storage',
    run: async (kit) => {
      const { key, app } = await kit.licensed();
      const others = Array.from({ length: PROCESSES - 1 }, () => kit.application({ storage: app.storage }));
      const apps = [app, ...(await Promise.all(others))];
      for (let round = 0; round < ROUNDS; round++) {
        await kit.pass(120);
        await Promise.all(
          apps.map(async (each, n) => {
            if (n % 2 === 0) await each.must('lease');
            else await each.must('activate', { key: key.key, label: 'laptop' });
            matches(await each.check(), { usable: true });
          }),
        );
      }
      recordsIn(app.storage);
      equal(key.activations.length, 1);
    },
  },
];
