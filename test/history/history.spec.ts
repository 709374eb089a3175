import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateDatabase } from '../../apps/migrate/migrate-database.ts';
import { freshDatabase } from '../support/database.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { type CheckOptions, checkHistory } from './check.ts';
import { plantedBug } from './planted-bugs/planted-bug.ts';

/** Starts many processes, on a machine that may be busy. */
import.meta.jest.setTimeout(600_000);

const SEED = 20_261_123;
const CYCLES = 6;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'latchkey-history-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test.concurrent(
  `in ${CYCLES} cycles of kill and restart no limit is exceeded, nothing acknowledged is lost, nothing refused happens`,
  async () => {
    await using postgres = await OwnPostgres.start();
    await migrateDatabase(postgres.url);
    const crashPostgres = () => postgres.crash();
    const path = join(folder, 'killed.ndjson');
    const { violations, killed } = await checkHistory({
      path,
      databaseUrl: postgres.url,
      crashPostgres,
      seed: SEED,
      cycles: CYCLES,
    });
    expect(violations).toEqual([]);
    expect(killed).toBeGreaterThanOrEqual(CYCLES);
  },
);

test.concurrent.each<[bug: string, found: RegExp, options: Pick<CheckOptions, 'types' | 'apis' | 'workers' | 'operations'>]>([
  ['missing lock', /units .* were counted twice/, { types: ['activations', 'usage'], apis: 2, workers: 0, operations: 200 }],
  ['lost batch', / is lost|were acknowledged/, { types: ['activations', 'usage'], apis: 1, workers: 0, operations: 100 }],
  ['double delivery', /The payment of .* was recorded 2 times/, { types: ['purchases'], apis: 1, workers: 1, operations: 20 }],
])('the checker finds a planted bug: %s', async (bug, found, options) => {
  const database = await freshDatabase();
  const path = join(folder, `${bug}.ndjson`);
  const env = plantedBug(bug);
  const { violations } = await checkHistory({
    ...options,
    path,
    databaseUrl: database.url,
    env,
    seed: SEED,
    cycles: 3,
    kills: false,
  });
  await database.drop();
  expect(violations.join('\n')).toMatch(found);
});
