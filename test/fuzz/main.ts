import { type ChildProcess, fork } from 'node:child_process';
import { on } from 'node:events';
import { randomInt } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { OwnPostgres } from '../support/own-postgres.ts';
import type { Finding } from './fuzzer.ts';
import { type Batch, type Progress, runBatch } from './batch.ts';

const USAGE = `npm run fuzz -- [--runs N] [--seed S] [--only TEXT] [--processes P]

Sends N requests (default 5000) made from the OpenAPI document to every operation of an API with a database of its own: valid, almost valid
and hostile ones. Reports responses of 5xx, requests without a response, responses that differ from the document, and refused requests that
changed something, with the errors that the service has logged. The same seed makes the same kinds of requests. With --only, to operations such as "POST /v1/benefits/" that
contain the text. P processes, by default one for each processor, send at the same time, each to an API of its own.
`;
/** Each batch has an API and a database of its own. */
const BATCH = 25_000;
/** Findings are shown as soon as there are so many. */
const ENOUGH = 20;
const NOT_DURABLE = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' };
const PROGRESS_MS = 30_000;

if (process.send) process.on('message', (batch: Batch) => void report(batch));
else await main();

/** Sends the progress of the batch, and null at its end. */
async function report(batch: Batch): Promise<void> {
  for await (const progress of runBatch(batch)) process.send!(progress);
  process.send!(null);
}

async function main(): Promise<void> {
  const { runs, seed, only, processes } = options();
  await using postgres = await OwnPostgres.start(NOT_DURABLE);
  Object.assign(process.env, { TEST_DATABASE_URL: postgres.url, TEST_TEMPLATE: 'fuzz_template' });
  const started = performance.now();
  const batches = Array.from({ length: Math.ceil(runs / BATCH) }, (_, index) => {
    const sent = index * BATCH;
    return { seed: seed + sent, runs: Math.min(BATCH, runs - sent), only };
  }).values();
  const total = { sent: 0, accepted: 0, findings: [] as Finding[] };
  const say = (): void => {
    const seconds = (performance.now() - started) / 1000;
    const { sent, accepted, findings } = total;
    process.stdout.write(
      `${sent} requests in ${seconds.toFixed(0)} s, ${accepted} accepted, ${findings.length} findings (seed ${seed})\n`,
    );
  };
  const progress = setInterval(say, PROGRESS_MS);
  const work = async (): Promise<void> => {
    const worker = fork(import.meta.filename);
    for (const batch of batches) {
      for await (const { sent, accepted, findings, errors } of progressOf(worker, batch)) {
        total.sent += sent;
        total.accepted += accepted;
        total.findings.push(...findings);
        for (const { problem, request } of findings) process.stdout.write(`${problem}: ${request}\n`);
        for (const error of errors) process.stdout.write(`logged: ${error}\n`);
        if (total.findings.length >= ENOUGH) return void worker.kill();
      }
    }
    worker.disconnect();
  };
  try {
    await Promise.all(Array.from({ length: processes }, work));
  } finally {
    clearInterval(progress);
  }
  say();
  process.exitCode = total.findings.length === 0 ? 0 : 1;
}

async function* progressOf(worker: ChildProcess, batch: Batch): AsyncGenerator<Progress> {
  const ended = new AbortController();
  worker.once('exit', (code) => ended.abort(new Error(`A process ended with ${code}`)));
  worker.send(batch);
  for await (const [progress] of on(worker, 'message', { signal: ended.signal })) {
    if (progress === null) return;
    yield progress as Progress;
  }
}

function options(): { runs: number; seed: number; only: string; processes: number } {
  const given = { type: 'string' } as const;
  const { values } = parseArgs({
    options: { runs: given, seed: given, only: given, processes: given, help: { type: 'boolean' } },
  });
  const {
    runs = '5000',
    seed = String(randomInt(2 ** 31)),
    only = '',
    processes = String(availableParallelism()),
    help = false,
  } = values;
  const isCount = (text: string): boolean => /^[1-9]\d{0,8}$/.test(text);
  if (help || !isCount(runs) || !isCount(processes) || !/^\d{1,10}$/.test(seed)) {
    process.stdout.write(USAGE);
    process.exit(help ? 0 : 2);
  }
  return { runs: Number(runs), seed: Number(seed), only, processes: Number(processes) };
}
