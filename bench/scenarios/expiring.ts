import { CommandBus } from '@nestjs/cqrs';
import { NestFactory } from '@nestjs/core';
import pg from 'pg';
import { AnnounceExpiries } from '#licensing';
import { Config } from '#platform/config';
import { WorkerModule } from '../../apps/worker/worker.module.ts';
import type { Bench } from '../bench.ts';
import { makeDataSet, SECRET_KEY, withoutIndexes } from '../data-set.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';

const AT_MOST = 1.5;
/** One tenth of a second for a pass in which nothing is due. */
const IDLE_MS = 100;
const WARM_UP = 500;

/** The minutes until a key expires: 31 to 331 days, by its id. */
const MINUTES = `(31 * 1440 + abs(hashtext(id::text)::bigint) % 432000)`;
/** All keys expire. */
const EXPIRY = `update licensing.license_keys set expires_at = now() + ${MINUTES} * interval '1 minute',
  notice_at = now() + ${MINUTES} * interval '1 minute' - interval '30 days'`;
/** So many keys, from anywhere in the table, have expired. */
const EXPIRE = `update licensing.license_keys set expires_at = now() - interval '1 second', notice_at = now() - interval '1 second'
  where (organization_id, id) in (select organization_id, id from licensing.license_keys where notice_at > now() order by random() limit $1)`;

interface Cost {
  /** Milliseconds for each key that is due. */
  readonly perKey: number;
  /** Milliseconds of a pass in which nothing is due. */
  readonly idle: number;
}

/** What it costs to announce that keys have expired, among few and among many keys. */
export async function expiring(bench: Bench, report: Report): Promise<void> {
  const { few, many } = bench.plan.keys;
  const [before, after] = [await costAmong(bench, few), await costAmong(bench, many)];
  const scenario = `announcing expiries among ${many.toLocaleString('en')} keys, one worker`;
  report.add({ scenario, what: 'keys announced', value: 1000 / after.perKey, unit: 'keys/s' });
  report.add({ scenario, what: 'a pass, nothing due', value: after.idle, unit: 'ms', asked: { atMost: IDLE_MS } });
  const shown = `a due key / among ${few.toLocaleString('en')} (${before.perKey.toFixed(3)} → ${after.perKey.toFixed(3)} ms)`;
  report.add({ scenario, what: shown, value: after.perKey / before.perKey, unit: '×', asked: { atMost: AT_MOST } });
}

async function costAmong(bench: Bench, keys: number): Promise<Cost> {
  const url = await makeDataSet(bench.database, `bench_expiring_${keys}`, keys);
  const pool = new pg.Pool({ connectionString: url });
  const settings = { config: Config.from({}), databaseUrl: url, secretKeys: [SECRET_KEY] };
  const app = await NestFactory.createApplicationContext(WorkerModule.register(settings), { logger: ['error', 'warn'] });
  try {
    await withoutIndexes(pool, ['licensing.license_keys'], () => pool.query(EXPIRY));
    await pool.query('vacuum (analyze) licensing.license_keys');
    const pass = async (due: number): Promise<number> => {
      if (due > 0) await pool.query(EXPIRE, [due]);
      await bench.database.checkpoint();
      const started = performance.now();
      await app.get(CommandBus).execute(new AnnounceExpiries());
      return performance.now() - started;
    };
    await pass(WARM_UP);
    const [busy, idle]: [number[], number[]] = [[], []];
    const due = Math.min(bench.plan.events, keys / 20);
    for (let round = 0; round < bench.plan.rounds; round++) {
      busy.push((await pass(due)) / due);
      idle.push(await pass(0));
    }
    return { perKey: median(busy), idle: median(idle) };
  } finally {
    await app.close();
    await pool.end();
  }
}
