import 'reflect-metadata';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bufferedOutput } from '#engine/logging';
import { readConfig } from '../apps/process/index.ts';
import { observe } from '../apps/observe.ts';
import type { ProcessSettings } from '../apps/settings.ts';
import { serve } from '../apps/api/serve.ts';
import { startBare } from './baselines/bare.ts';
import { startBareCommits } from './baselines/bare-commits.ts';
import { startBareReads } from './baselines/bare-reads.ts';
import { startNaive } from './baselines/naive.ts';
import { SECRET_KEY } from './data-set.ts';
import { serveParent } from './processes/child.ts';
import { counting } from './processes/counting.ts';
import { eventLoop } from './event-loop.ts';
import { recordProfile } from './profile.ts';
import type { Running } from './running.ts';

const OBSERVABILITY = /^(LOG|METRICS|OTEL)_/;

const observability = (): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(process.env).filter(([name]) => OBSERVABILITY.test(name)));

const settingsFor = async (databaseUrl: string): Promise<ProcessSettings> => ({
  config: await readConfig({ ...observability(), PORT: '0', WEBHOOK_ALLOW: '127.0.0.1', ORGANIZATIONS_PER_USER: '100' }),
  databaseUrl,
  secretKeys: [SECRET_KEY],
});

async function startProduct(settings: ProcessSettings): Promise<Running> {
  const { address, [Symbol.asyncDispose]: close } = await serve(settings, { seconds: 0, hurry: new AbortController().signal });
  return { port: Number(new URL(address).port), close };
}

/** With the log, the metrics and the traces that the environment asks for. The log goes to a file. */
async function startObserved(databaseUrl: string): Promise<Running> {
  const settings = await settingsFor(databaseUrl);
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-bench-'));
  const observation = await observe('api', settings.config, { output: bufferedOutput(join(folder, 'log')) });
  const { port, close } = await startProduct(settings);
  return {
    port,
    close: async () => {
      await close();
      await observation[Symbol.asyncDispose]();
      rmSync(folder, { recursive: true });
    },
  };
}

/** The servers that can be measured. Each runs in its own process, started with its name and its database URL. */
const TARGETS = {
  bare: startBare,
  'bare-commits': startBareCommits,
  'bare-reads': startBareReads,
  naive: async (databaseUrl: string) => startNaive(await settingsFor(databaseUrl)),
  product: async (databaseUrl: string) => startProduct(await settingsFor(databaseUrl)),
  observed: startObserved,
};

export type Target = keyof typeof TARGETS;

const answers = { profile: recordProfile, eventLoop, ...(await counting('api')) };
export type TargetAnswers = typeof answers;

const [name, databaseUrl] = process.argv.slice(2);
const { port, close } = await TARGETS[name as Target](databaseUrl!);
await serveParent(port, answers, async () => close());
