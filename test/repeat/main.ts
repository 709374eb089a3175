import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type JestReport, Tally } from './tally.ts';

const USAGE = `npm run test:repeat -- [--times N] [--busy] [PATTERN …] [-- OPTION OF JEST …]

Runs the suites whose path contains a pattern N times (default 20) and prints what failed how often. With --busy, beside threads that keep
every processor busy twice over. Ctrl-C ends the current run and prints what failed so far.

The suites that need no database: npm run test:repeat -- --busy -- --config jest.unit.config.mjs
`;
const JEST = ['--experimental-vm-modules', '--disable-warning=ExperimentalWarning', 'node_modules/jest/bin/jest.js'];
const THREADS_PER_PROCESSOR = 2;

const { values, positionals } = parseArgs({
  options: { times: { type: 'string', default: '20' }, busy: { type: 'boolean', default: false }, help: { type: 'boolean' } },
  allowPositionals: true,
});
if (values.help || !/^[1-9]\d{0,3}$/.test(values.times)) {
  process.stdout.write(USAGE);
  process.exit(values.help ? 0 : 2);
}

const times = Number(values.times);
const folder = mkdtempSync(join(tmpdir(), 'latchkey-repeat-'));
const load = values.busy ? Array.from({ length: availableParallelism() * THREADS_PER_PROCESSOR }, () => spin()) : [];
const tally = new Tally();
const interrupted = new AbortController();
process.once('SIGINT', () => interrupted.abort());
try {
  for (let run = 1; run <= times; run++) {
    const report = await runJest(join(folder, `${run}.json`));
    if (!report) break;
    const failed = tally.add(report);
    process.stdout.write(`Run ${run} of ${times}: ${failed.length === 0 ? 'passed' : 'failed'}\n`);
    for (const { name, message } of failed) process.stdout.write(`\n${name}\n${message}\n`);
  }
} finally {
  await Promise.all(load.map((thread) => thread.terminate()));
  rmSync(folder, { recursive: true });
}
process.stdout.write(tally.summary());
process.exitCode = tally.isEmpty ? 0 : 1;

function spin(): Worker {
  return new Worker('for (;;);', { eval: true });
}

async function runJest(outputFile: string): Promise<JestReport | undefined> {
  const options = [...JEST, '--json', `--outputFile=${outputFile}`, ...positionals];
  const jest = spawn(process.execPath, options, { stdio: ['ignore', 'ignore', 'pipe'] });
  const [errors] = await Promise.all([text(jest.stderr), once(jest, 'exit')]);
  if (interrupted.signal.aborted) return undefined;
  if (!existsSync(outputFile)) throw new Error(`Jest wrote no report: ${errors}`);
  return JSON.parse(readFileSync(outputFile, 'utf8')) as JestReport;
}
