import { deepStrictEqual, ok, partialDeepStrictEqual as matches } from 'node:assert/strict';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from '../kit.ts';
import { recordsIn, store } from '../stored.ts';
import { counted, left, REFUSED, unitsOf, use, useAtOnce, withUnits } from './units.ts';

const HOUR = 3600;

/** Units of counters that come with a lease are used without a network (docs/licensing/counters.md): never more than were granted. */
export const UNITS_USED: readonly Case[] = [
  {
    name: 'units of a lease are used without a network, as many as were granted',
    run: async (kit) => {
      const before = await kit.application();
      matches(await use(before), { outcome: 'not_activated' });
      deepStrictEqual(await left(before), {});
      const { key, app } = await withUnits(kit);
      deepStrictEqual([await left(app), counted(key)], [{ exports: 5 }, 5]);
      const sent = kit.service.received.length;
      kit.offline();
      matches(await use(app, 3), { outcome: 'ok', left: 2 });
      await app.open();
      deepStrictEqual(await left(app), { exports: 2 });
      matches(await use(app, 3), REFUSED.usedUp);
      matches(await use(app, 1, 'pages'), REFUSED.unknown);
      matches(await use(app, 1, 'constructor'), REFUSED.unknown);
      matches(await use(app, 0), REFUSED.unknown);
      matches(await use(app, 2), { outcome: 'ok', left: 0 });
      matches(await use(app), REFUSED.usedUp);
      deepStrictEqual([await left(app), kit.service.received.length], [{ exports: 0 }, sent]);
      matches(recordsIn(app.storage)['units'], { wanted: { exports: 5 }, used: { exports: 5 }, settling: false });
    },
  },
  {
    name: 'whichever write to the storage is the last one, no unit is used twice',
    run: async (kit) => {
      const { key, app } = await withUnits(kit);
      await app.must('limit_writes', { writes: 0 });
      matches(await use(app), { outcome: 'error' });
      deepStrictEqual(await left(app), { exports: 5 });
      await app.must('limit_writes', { writes: null });
      for (let writes = 0; writes < 6; writes++) {
        matches(await use(app), { outcome: 'ok' });
        await kit.pass(120);
        for (const command of ['lease', 'refresh']) {
          await app.must('limit_writes', { writes });
          await app.ask(command);
          await app.must('limit_writes', { writes: null });
          await app.open();
          ok(writes + 1 + ((await left(app)) as { exports: number }).exports <= counted(key)!);
        }
        await app.must('lease');
        deepStrictEqual([writes, await left(app), counted(key)], [writes, { exports: 5 }, writes + 1 + 5]);
      }
    },
  },
  {
    name: 'units can be used as long as their lease can',
    run: async (kit) => {
      const { key, app } = await withUnits(kit);
      await kit.pass(24.5 * HOUR);
      matches(await app.check(), { state: 'grace' });
      matches(await use(app), { outcome: 'ok', left: 4 });
      await app.open();
      await app.setWrong(-2 * HOUR);
      await app.open();
      matches(await use(app), { outcome: 'refused', code: 'CLOCK_SET_BACK', status: 403 });
      deepStrictEqual(await left(app), {});
      await app.setWrong(0);
      matches(await use(app), { outcome: 'ok', left: 3 });
      await kit.pass(HOUR);
      matches(await use(app), { outcome: 'refused', code: 'LEASE_ENDED', status: 403 });
      await app.must('lease');
      deepStrictEqual([await left(app), counted(key)], [{ exports: 5 }, 7]);
      key.status = 'disabled';
      await app.must('check_status');
      matches(await use(app), { outcome: 'refused', code: 'DISABLED', status: 403 });
      key.status = 'granted';
      await app.must('refresh');
      matches(await use(app), { outcome: 'ok', left: 4 });
      key.status = 'revoked';
      await kit.pass(120);
      await app.must('check_status');
      matches(await use(app), { outcome: 'refused', code: 'REVOKED', status: 403 });
    },
  },
  {
    name: 'units of a lease that was put back, or of which it is not known what was used, count as used',
    run: async (kit) => {
      const { key, app } = await withUnits(kit);
      const { lease } = recordsIn(app.storage);
      await use(app, 2);
      await app.must('lease');
      await use(app, 1);
      store(app.storage, 'lease', lease!);
      await app.open();
      matches(await use(app), REFUSED.settled);
      await app.must('lease');
      deepStrictEqual([await left(app), counted(key)], [{ exports: 5 }, 8]);
      for (const record of [
        '',
        '{"version":1,"activationId":"a","wanted":{},"unitsId":null,"used":{"exports":-1},"settling":false}',
      ]) {
        store(app.storage, 'units', record);
        await app.open();
        matches(await use(app), REFUSED.settled);
        const before = counted(key)!;
        await app.must('lease', { units: { exports: 5 } });
        deepStrictEqual([await left(app), counted(key)], [{ exports: 5 }, before + 5]);
      }
    },
  },
  {
    name: 'units that a device had before it lost its lease count as used',
    run: async (kit) => {
      const { key, app } = await withUnits(kit);
      await use(app, 5);
      for (const name of ['license', 'lease', 'units']) rmSync(join(app.storage, `${name}.json`));
      await app.open();
      await app.must('activate', { key: key.key, label: 'laptop' });
      await app.must('lease', { units: { exports: 5 } });
      deepStrictEqual([key.activations.length, await left(app), counted(key)], [1, { exports: 5 }, 10]);
    },
  },
  {
    name: 'processes that share a storage use each unit once',
    run: async (kit) => {
      const units = 40;
      const app = await unitsOf(kit, units);
      const others = Array.from({ length: 3 }, () => kit.application({ storage: app.storage }));
      await useAtOnce([app, ...(await Promise.all(others))], units);
    },
  },
];
