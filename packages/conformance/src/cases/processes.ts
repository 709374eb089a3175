import { deepStrictEqual, equal, partialDeepStrictEqual as matches } from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import type { Case } from '../kit.ts';
import { isAble } from '../run-command.ts';
import { recordsIn, store } from '../stored.ts';
import { DAMAGE } from './storage.ts';

const PROCESSES = 4;
const ROUNDS = 5;
const HOUR = 3600;

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
    name: 'who reads a record and then writes it waits for the lock of the storage',
    isFor: ({ lacks }) => !lacks?.includes('the lock of the storage') && isAble('flock', '--version'),
    run: async (kit) => {
      const { app } = await kit.leased();
      const records = recordsIn(app.storage);
      const { app: elsewhere } = await kit.licensed();
      const lock = await lockedBySomebody(app.storage);
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
      await lock.free();
      matches(await leased, { outcome: 'not_activated' });
      deepStrictEqual(recordsIn(app.storage)['lease'], records['lease']);
    },
  },
];

/** Another program has the lock of a storage, until it is freed. */
async function lockedBySomebody(storage: string): Promise<{ free(): Promise<void> }> {
  const child = spawn('flock', [join(storage, 'lock'), 'sh', '-c', 'echo locked; cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  return {
    free: async () => {
      const ended = once(child, 'exit');
      child.stdin.end();
      await ended;
    },
  };
}
