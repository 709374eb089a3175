import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readConfig } from '../../apps/process/index.ts';
import { startNpmService } from '../processes/start-child.ts';
import type { Report } from '../report.ts';
import type { Bench } from '../bench.ts';
import { commandCosts } from './command-costs.ts';

/** Time from `npm start` to the first response, on an empty data folder and on an existing one; and what commands cost beside it. */
export async function start(_: Bench, report: Report): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-start-'));
  const secondsToFirstAnswer = async (meanwhile: () => void = () => undefined): Promise<number> => {
    const { port } = await readConfig({ PORT: '0' });
    const service = await startNpmService({
      script: 'start',
      folder: process.cwd(),
      env: { PORT: String(port), LATCHKEY_DATA: folder },
    });
    meanwhile();
    await service.stop();
    return service.ready / 1000;
  };
  try {
    const scenario = '`npm start` to first answer';
    report.add({ scenario, what: 'empty data folder', value: await secondsToFirstAnswer(), unit: 's' });
    report.add({
      scenario,
      what: 'initialised data folder',
      value: await secondsToFirstAnswer(() => commandCosts(folder, report)),
      unit: 's',
      asked: { atMost: 8 },
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
