import type { Config } from '#platform/config';
import { findRunning, localAddress } from '../../process/index.ts';
import { type Finding, ok, problem, warning } from './finding.ts';

const ANSWER_MS = 1_500;

/** The API that runs on this machine: where the data folder says, or else at `HOST` and `PORT`. */
export async function examineService(config: Config): Promise<Finding> {
  const running = findRunning(config.dataFolder);
  const url = running?.localUrl ?? localAddress(config);
  try {
    const { ok: isReady, status } = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(ANSWER_MS) });
    if (isReady) return ok('service', `ready at ${url}`);
    return problem(
      'service',
      `The service at ${url} is not ready (${status})`,
      'Its log says why. Another program may have the port.',
    );
  } catch {
    const finding = `Nothing answers at ${url}`;
    return running
      ? problem(
          'service',
          finding,
          `\`latchkey start\` runs on the data folder ${config.dataFolder}: see its log, and restart it.`,
        )
      : warning(
          'service',
          finding,
          'Start the service, or set HOST and PORT to those of the service, if it runs on this machine.',
        );
  }
}
