import { equal, partialDeepStrictEqual as matches } from 'node:assert/strict';
import type { Application, Opening } from '../application.ts';
import type { Drivers } from '../drivers.ts';
import type { Kit } from '../kit.ts';
import type { Network } from '../service/exchange.ts';
import type { LicenseKey } from '../service/license-key.ts';

const LEASED = 5;

type Units = Readonly<Record<string, number>>;

/** An application with a lease and units of a counter that counts to `limit`. */
export async function withUnits(
  kit: Kit,
  units: Units = { exports: LEASED },
  limit = 100,
  opening: Opening = {},
  from?: Drivers,
) {
  const key = kit.service.issue({ counters: { exports: limit, pages: 10 } });
  return { key, app: await device(kit, key, units, opening, from) };
}

export async function device(
  kit: Kit,
  key: LicenseKey,
  units: Units,
  opening: Opening = {},
  from?: Drivers,
): Promise<Application> {
  const app = await kit.application(opening, from);
  app.assertHas('lease');
  await app.must('activate', { key: key.key, label: 'laptop' });
  await app.must('lease', { units });
  return app;
}

export const left = async (app: Application): Promise<unknown> => (await app.must('units_left'))['left'];
export const use = (app: Application, units = 1, counter = 'exports') => app.ask('use', { counter, units });
export const counted = (key: LicenseKey, counter = 'exports'): number | undefined => key.counted.get(counter);

export const REFUSED = {
  usedUp: { outcome: 'refused', code: 'COUNTER_LIMIT_REACHED', status: 400 },
  unknown: { outcome: 'refused', code: 'INVALID_REQUEST', status: 422 },
  settled: { outcome: 'refused', code: 'UNITS_SETTLED', status: 403 },
} as const;

/** The service gets requests for leases and decides; nobody gets its answers. */
export const losingLeases: Network = ({ path }, answer) => {
  const reply = answer();
  return path.endsWith('/lease') ? 'lost' : reply;
};

/** Uses one unit after the other until that is refused, or was allowed more often than there are units. Returns how many it used. */
async function useUp(app: Application, units: number): Promise<number> {
  let used = 0;
  for (; used <= units; used++) {
    const answer = await use(app);
    if (answer.outcome === 'ok') continue;
    matches(answer, REFUSED.usedUp);
    break;
  }
  return used;
}

/** Processes on one storage use all units of a lease at once. */
export async function useAtOnce(apps: readonly Application[], units: number): Promise<void> {
  const used = await Promise.all(apps.map((app) => useUp(app, units)));
  equal(
    used.reduce((sum, each) => sum + each, 0),
    units,
  );
}

/** An application with so many units of a lease, and what it has in common with others: its storage. */
export const unitsOf = async (kit: Kit, units: number, from?: Drivers) =>
  (await withUnits(kit, { exports: units }, 1000, {}, from)).app;
