import 'reflect-metadata';
import { readConfig } from '#platform/process';
import type { ProcessSettings } from '../apps/settings.ts';
import { serve } from '../apps/api/serve.ts';
import { startBare } from './baselines/bare.ts';
import { startBareReads } from './baselines/bare-reads.ts';
import { startNaive } from './baselines/naive.ts';
import { SECRET_KEY } from './data-set.ts';
import { serveParent } from './processes/child.ts';
import { eventLoop } from './event-loop.ts';
import { recordProfile } from './profile.ts';
import type { Running } from './running.ts';

const settingsFor = async (databaseUrl: string): Promise<ProcessSettings> => ({
  config: await readConfig({ PORT: '0', WEBHOOK_ALLOW: '127.0.0.1' }),
  databaseUrl,
  secretKeys: [SECRET_KEY],
});

async function startProduct(settings: ProcessSettings): Promise<Running> {
  const { address, [Symbol.asyncDispose]: close } = await serve(settings);
  return { port: Number(new URL(address).port), close };
}

/** The servers that can be measured. Each runs in its own process, started with its name and its database URL. */
const TARGETS = {
  bare: startBare,
  'bare-reads': startBareReads,
  naive: async (databaseUrl: string) => startNaive(await settingsFor(databaseUrl)),
  product: async (databaseUrl: string) => startProduct(await settingsFor(databaseUrl)),
};

export type Target = keyof typeof TARGETS;

const answers = { profile: recordProfile, eventLoop };
export type TargetAnswers = typeof answers;

const [name, databaseUrl] = process.argv.slice(2);
const { port, close } = await TARGETS[name as Target](databaseUrl!);
await serveParent(port, answers, async () => close());
