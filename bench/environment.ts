import { cpus, totalmem } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DatabaseServer } from './database-server.ts';

/** Above this share of foreign CPU load, the figures are not reliable. */
const TOLERABLE_OTHER_WORK = 0.05;
const OBSERVED_MS = 2_000;

/** The machine, the software versions and the date of a run. */
export async function environment(database: DatabaseServer) {
  const { version, settings } = await database.describe();
  return {
    date: new Date().toISOString(),
    machine: `${cpus().length} × ${cpus()[0]?.model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform} ${process.arch}`,
    node: process.version,
    postgres: version,
    settings,
    otherWork: await otherWork(),
  };
}

export type Environment = Awaited<ReturnType<typeof environment>>;

export function describe({ date, machine, node, postgres, settings, otherWork: others }: Environment): string {
  const lines = [
    `Latchkey benchmark, ${date}`,
    `${machine}; Node ${node}, PostgreSQL ${postgres} on the same machine:`,
    Object.entries(settings)
      .map((setting) => setting.join('='))
      .join(' '),
  ];
  if (others > TOLERABLE_OTHER_WORK) {
    lines.push(`The machine is busy with other work (${Math.round(others * 100)} % of it): these figures are not to be quoted.`);
  }
  return `${lines.join('\n')}\n`;
}

/** The share of CPU time that other processes use, sampled while the benchmark is idle. */
async function otherWork(): Promise<number> {
  const before = cpuTimes();
  await sleep(OBSERVED_MS);
  const after = cpuTimes();
  return (after.busy - before.busy) / (after.all - before.all);
}

function cpuTimes(): { busy: number; all: number } {
  let [busy, idle] = [0, 0];
  for (const { times } of cpus()) {
    busy += times.user + times.nice + times.sys + times.irq;
    idle += times.idle;
  }
  return { busy, all: busy + idle };
}
