import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Demo } from '../../apps/standalone/demo/demo.ts';
import type { Report } from '../report.ts';
import { median } from '../statistics.ts';

const RUNS = 7;

/** Commands of each kind, and how many seconds of CPU they may take. */
const COMMANDS = [
  ['--version', 0.15],
  ['--help', 0.15],
  ['customers list', 0.25],
  ['keys list --json', 0.25],
  ['users list', 0.7],
  ['support-bundle', 0.7],
] as const;

/** Seconds of CPU that a command and all that it starts take, in the mode of the user and in that of the system. */
function cpuSeconds(command: string, env: NodeJS.ProcessEnv): number {
  const timed = `TIMEFORMAT='%3U %3S'; time ${command} > /dev/null`;
  const printed = execFileSync('bash', ['-c', `{ ${timed}; } 2>&1`], { env, encoding: 'utf8' });
  return printed
    .trim()
    .split(' ')
    .reduce((sum, each) => sum + Number(each), 0);
}

/** What commands cost beside the `latchkey start` that runs on the data folder. */
export function commandCosts(dataFolder: string, report: Report): void {
  const demo = JSON.parse(readFileSync(join(dataFolder, 'demo.json'), 'utf8')) as Demo;
  const env = { ...process.env, LATCHKEY_DATA: dataFolder, LATCHKEY_TOKEN: demo.tokens.oat };
  const costOf = (command: string): number => median(Array.from({ length: RUNS }, () => cpuSeconds(command, env)));
  const scenario = 'CPU of a command';
  report.add({ scenario, what: 'node -e 0, for comparison', value: costOf('node_modules/.bin/node -e 0'), unit: 's' });
  for (const [args, atMost] of COMMANDS)
    report.add({ scenario, what: `latchkey ${args}`, value: costOf(`bin/latchkey ${args}`), unit: 's', asked: { atMost } });
}
