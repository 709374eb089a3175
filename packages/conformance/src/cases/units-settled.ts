import { deepStrictEqual, equal, partialDeepStrictEqual as matches } from 'node:assert/strict';
import type { Answer } from '../driver.ts';
import type { Case } from '../kit.ts';
import { recordsIn } from '../stored.ts';
import { counted, device, left, losingLeases, REFUSED, use, withUnits } from './units.ts';

const HOUR = 3600;

/** Units of a lease are settled when it is renewed or given back, once, whatever answers get lost. */
export const UNITS_SETTLED: readonly Case[] = [
  {
    name: 'a renewal settles what was used, and takes as many units as the application wants',
    run: async (kit) => {
      const { key, app } = await withUnits(kit);
      const { unitsId } = recordsIn(app.storage)['units'] as { unitsId: string };
      await use(app, 3);
      await kit.pass(13 * HOUR);
      await app.open();
      matches(await app.must('refresh'), { renewal: { outcome: 'ok' } });
      matches(kit.service.sent('lease').at(-1), {
        units: { exports: 5 },
        settled: { units_id: unitsId, units: { exports: 3 } },
      });
      deepStrictEqual([await left(app), counted(key)], [{ exports: 5 }, 8]);
      await use(app, 1);
      await app.must('lease');
      deepStrictEqual([await left(app), counted(key)], [{ exports: 5 }, 9]);
      await app.must('lease', { units: {} });
      deepStrictEqual([await left(app), counted(key)], [{}, 4]);
      matches(await use(app), REFUSED.unknown);
      await app.must('lease');
      deepStrictEqual([await left(app), counted(key)], [{}, 4]);
    },
  },
  {
    name: 'a renewal with units of other counters gives back those that were not used',
    run: async (kit) => {
      const { key, app } = await withUnits(kit, { exports: 5, pages: 2 });
      await use(app, 1);
      await use(app, 2, 'pages');
      await app.must('lease', { units: { pages: 3 } });
      deepStrictEqual([await left(app), counted(key), counted(key, 'pages')], [{ pages: 3 }, 1, 5]);
      matches(await use(app), REFUSED.unknown);
      matches(await use(app, 1, 'pages'), { outcome: 'ok', left: 2 });
    },
  },
  {
    name: 'a settlement whose answer is lost is repeated, and none of its units are used meanwhile',
    run: async (kit) => {
      const { key, app } = await withUnits(kit);
      await use(app, 3);
      kit.through(losingLeases);
      matches(await app.ask('lease'), { outcome: 'unavailable', reason: 'network' });
      kit.offline();
      await app.open();
      matches(await use(app), REFUSED.settled);
      deepStrictEqual(await left(app), { exports: 0 });
      kit.online();
      matches(await app.must('refresh'), { renewal: { outcome: 'ok' } });
      deepStrictEqual([await left(app), counted(key)], [{ exports: 5 }, 8]);
      await use(app, 1);
      let lost = 0;
      kit.through((received, answer) => {
        const reply = answer();
        return received.path.endsWith('/lease') && lost++ === 0 ? 'lost' : reply;
      });
      await app.must('lease');
      deepStrictEqual([lost, await left(app), counted(key)], [2, { exports: 5 }, 9]);
    },
  },
  {
    name: 'units whose answer is lost are not taken twice',
    run: async (kit) => {
      const { key, app } = await withUnits(kit, {});
      for (const units of [{}, { exports: 3 }, { exports: 5 }]) {
        kit.through((received, answer) => {
          const reply = answer();
          return 'units' in (JSON.parse(received.text) as object) ? 'lost' : reply;
        });
        matches(await app.ask('lease', { units: { exports: 5 } }), { outcome: 'unavailable' });
        kit.online();
        await app.must('lease', { units });
        deepStrictEqual([await left(app), counted(key)], [units, units.exports ?? 0]);
      }
    },
  },
  {
    name: 'a renewal for which there are not enough units keeps what was left',
    run: async (kit) => {
      const { key, app } = await withUnits(kit, { exports: 5 }, 10);
      const other = await device(kit, key, { exports: 5 });
      await use(app, 2);
      await kit.pass(13 * HOUR);
      matches(await app.must('refresh'), { renewal: { outcome: 'ok' }, license: { refresh_due: false } });
      deepStrictEqual([await left(app), counted(key)], [{ exports: 3 }, 10]);
      matches(await app.ask('lease', { units: { exports: 4 } }), REFUSED.usedUp);
      deepStrictEqual([await left(app), counted(key)], [{ exports: 3 }, 10]);
      matches(await app.ask('lease', { units: { exports: 1, films: 1 } }), REFUSED.unknown);
      deepStrictEqual([await left(app), counted(key)], [{ exports: 1 }, 8]);
      await other.must('lease', { units: { exports: 7 } });
      await app.must('lease', { units: {} });
      const third = await kit.application();
      await third.must('activate', { key: key.key, label: 'third' });
      matches(await third.ask('lease', { units: { exports: 4 } }), REFUSED.usedUp);
      matches(await third.check(), { usable: true });
      matches(await third.ask('lease', { units: { films: 1 } }), REFUSED.unknown);
      await third.must('lease');
      deepStrictEqual([await left(third), counted(key)], [{}, 9]);
    },
  },
  {
    name: 'a renewal whose answer is late brings no units back that another process has settled',
    run: async (kit) => {
      const { key, app } = await withUnits(kit);
      const other = await kit.application({ storage: app.storage });
      await use(app, 1);
      const elsewhere: Answer[] = [];
      let isFirst = true;
      kit.through(async ({ path }, answer) => {
        const reply = answer();
        if (!path.endsWith('/lease') || !isFirst) return reply;
        isFirst = false;
        for (let n = 0; n < 2; n++) elsewhere.push(await other.ask('lease'), await use(other, 2));
        return reply;
      });
      await app.must('lease');
      kit.online();
      matches(elsewhere, [{ outcome: 'ok' }, { left: 3 }, { outcome: 'ok' }, { left: 3 }]);
      matches(await use(app, 4), REFUSED.usedUp);
      matches(await use(app, 3), { outcome: 'ok', left: 0 });
      await app.must('lease', { units: {} });
      equal(counted(key), 1 + 2 + 2 + 3);
    },
  },
  {
    name: 'a deactivation gives back the units that were not used',
    run: async (kit) => {
      const { key, app } = await withUnits(kit);
      await use(app, 2);
      kit.offline();
      matches(await app.ask('deactivate'), { outcome: 'unavailable' });
      kit.online();
      await app.must('deactivate');
      deepStrictEqual([counted(key), key.activations], [2, []]);
      matches(await use(app), { outcome: 'not_activated' });
      const refused = await withUnits(kit);
      kit.through(({ path }, answer) => {
        refused.key.status = path.endsWith('/lease') ? 'disabled' : 'granted';
        return answer();
      });
      await refused.app.must('deactivate');
      deepStrictEqual([counted(refused.key), refused.key.activations], [5, []]);
    },
  },
];
