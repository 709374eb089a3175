import { deepStrictEqual, equal, notDeepStrictEqual, partialDeepStrictEqual as matches } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Application } from '../application.ts';
import type { Case } from '../kit.ts';
import { recordsIn, store } from '../stored.ts';
import { DAMAGE } from './storage.ts';

const PROCESSES = 4;
const ROUNDS = 5;
const HOUR = 3600;
/** Much less than after what a process is taken for dead. */
const TAKEN_EVERY_MS = 100;

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
            if (n % 2 === 0) await each.must(each.has('lease') ? 'lease' : 'validate');
            else await each.must('activate', { key: key.key, label: 'laptop' });
            matches(await each.check(), { usable: true });
          }),
        );
      }
      recordsIn(app.storage);
      equal(key.activations.length, 1);
    },
  },
  {
    name: 'what another process stored meanwhile is not replaced with something older',
    run: async (kit) => {
      const { key, app } = await kit.licensed();
      const other = await kit.application({ storage: app.storage });
      const leaseId = (): unknown => [...key.leases.values()].at(-1)!.id;
      await kit.pass(HOUR);
      kit.through(async ({ path }, answer) => {
        const reply = answer();
        if (path.endsWith('/status-lists/0')) await other.must('lease');
        return reply;
      });
      matches(await app.ask('check_status'), { outcome: 'not_activated' });
      matches(await app.check(), { usable: true, lease: { id: leaseId() } });

      const next = kit.service.issue();
      let isNext = false;
      kit.through(async ({ path }, answer) => {
        const reply = answer();
        if (path.endsWith('/lease') && !isNext) {
          isNext = true;
          await other.must('activate', { key: next.key, label: 'laptop' });
          await other.must('lease');
        }
        return reply;
      });
      matches(await app.ask('lease'), { outcome: 'not_activated' });
      matches(await app.check(), { usable: true, refresh_due: false, lease: { license_key_id: next.id } });
    },
  },
  {
    name: 'of processes that read a record and then write it, one does at a time',
    run: async (kit) => {
      const app = await kit.application();
      const others = Array.from({ length: PROCESSES - 1 }, () => kit.application({ storage: app.storage }));
      await countAtOnce([app, ...(await Promise.all(others))]);
    },
  },
  {
    name: 'who reads a record and then writes it waits for the lock of the storage',
    run: async (kit) => {
      const { app } = await kit.leased();
      const records = recordsIn(app.storage);
      const { app: elsewhere } = await kit.licensed();
      const lock = lockedBySomebody(app.storage);
      try {
        await kit.pass(HOUR);
        const asked = Promise.withResolvers<void>();
        kit.through((_received, answer) => {
          asked.resolve();
          return answer();
        });
        const leased = app.ask('lease');
        await asked.promise;
        // A client that does not wait has stored its lease before others have stored so many; one that waits never does, however long this takes.
        for (let n = 0; n < 20; n++) await elsewhere.must('lease');
        store(app.storage, 'license', { ...(records['license'] as object), activationId: 'of-another-process' });
        lock.free();
        matches(await leased, { outcome: 'not_activated' });
      } finally {
        lock.free();
      }
      deepStrictEqual(recordsIn(app.storage)['lease'], records['lease']);
    },
  },
  {
    name: 'the lock of a process that died is taken over',
    run: async (kit) => {
      const { app } = await kit.licensed();
      const { lease } = recordsIn(app.storage);
      await kit.pass(HOUR);
      writeFileSync(join(app.storage, 'lock'), 'of-a-process-that-died');
      await app.must('lease');
      notDeepStrictEqual(recordsIn(app.storage)['lease'], lease);
    },
  },
];

const COUNTED = 25;

/** Applications that share a storage add to the number in a record at once, one at a time. */
export async function countAtOnce(apps: readonly Application[]): Promise<void> {
  await Promise.all(apps.map((each) => each.must('count', { times: COUNTED })));
  equal(readFileSync(join(apps[0]!.storage, 'probe.json'), 'utf8'), String(apps.length * COUNTED));
}

/** Several processes have the lock of a storage, one after the other, until it is freed: none stands still. */
function lockedBySomebody(storage: string): { free(): void } {
  const lock = join(storage, 'lock');
  const take = (): void => {
    writeFileSync(`${lock}.tmp`, randomUUID());
    renameSync(`${lock}.tmp`, lock);
  };
  take();
  const takes = setInterval(take, TAKEN_EVERY_MS);
  return {
    free: () => {
      clearInterval(takes);
      rmSync(lock, { force: true });
    },
  };
}
