import { Config } from '#platform/config';
import { CliError } from '../../process/index.ts';
import { type Define, defineCommand } from '../define-command.ts';
import { CliArgument } from '../options.ts';

class HealthyOptions {
  @CliArgument('[state]', 'What to check: `live` (default) or `ready`', { optional: true, choices: ['live', 'ready'] })
  readonly state: 'live' | 'ready' = 'live';
}

/** Succeeds if the API or the worker on this machine is healthy: a container runs one of them. */
async function check({ state }: HealthyOptions, env: NodeJS.ProcessEnv) {
  const { port, workerPort } = Config.from(env);
  const requests = [port, workerPort].map(async (each) => {
    const { ok } = await fetch(`http://127.0.0.1:${each}/health/${state}`);
    if (!ok) throw new CliError(`The process on port ${each} is not ${state}.`);
  });
  await Promise.any(requests).catch(() => {
    throw new CliError(`Neither the API on port ${port} nor the worker on port ${workerPort} is ${state}.`);
  });
  return { text: state, data: { status: state } };
}

export const defineHealthy: Define = (command, terminal) =>
  defineCommand(command, terminal, { options: HealthyOptions, run: check });
