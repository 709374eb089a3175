import { randomInt } from 'node:crypto';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { migrateDatabase } from '../../apps/migrate/migrate-database.ts';
import { OwnPostgres } from '../support/own-postgres.ts';
import { checkHistory, type CheckedHistory, summaryOf } from './check.ts';

const USAGE = `npm run check:history -- [--cycles N] [--minutes M] [--seed S] [--file PATH] [--only-check]

Records what clients do and are told while processes are killed and started again N times (default 10), or as often as M minutes allow: two
API processes, two workers and a PostgreSQL of their own. Then proves from this history alone that no limit was exceeded, nothing acknowledged was lost, and nothing
refused happened. The seed decides what clients do and which processes are killed. The history is written into the file; with
--only-check, an existing file is checked.
`;

const given = { type: 'string' } as const;
const flag = { type: 'boolean' } as const;
const { values } = parseArgs({
  options: { cycles: given, minutes: given, seed: given, file: given, 'only-check': flag, help: flag },
});
const {
  cycles: most = '10',
  minutes = '1440',
  seed = String(randomInt(2 ** 31)),
  help = false,
  'only-check': isChecked = false,
} = values;

if (
  help ||
  ![most, minutes].every((count) => /^[1-9]\d{0,5}$/.test(count)) ||
  !/^\d{1,10}$/.test(seed) ||
  (isChecked && !values.file)
) {
  process.stdout.write(USAGE);
  process.exit(help ? 0 : 2);
}
const path = values.file ?? join(mkdtempSync(join(tmpdir(), 'latchkey-history-')), 'history.ndjson');
const { violations, operations, unknown, cycles, killed } = isChecked ? summaryOf(path) : await record();
for (const violation of violations) process.stdout.write(`${violation}\n`);
process.stdout.write(
  `${violations.length === 0 ? 'Correct' : `${violations.length} violations`}: ${operations} operations, of which ${unknown} have an ` +
    `unknown outcome; ${killed} processes were killed in ${cycles} cycles${isChecked ? '' : ` (seed ${seed})`}. History: ${path}\n`,
);
process.exitCode = violations.length === 0 ? 0 : 1;

async function record(): Promise<CheckedHistory> {
  await using postgres = await OwnPostgres.start();
  await migrateDatabase(postgres.url);
  const crashPostgres = () => postgres.crash();
  return await checkHistory({
    path,
    databaseUrl: postgres.url,
    crashPostgres,
    seed: Number(seed),
    cycles: Number(most),
    minutes: Number(minutes),
  });
}
