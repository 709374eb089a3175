import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { treeCpuSeconds } from '../processor-time.ts';
import { serveParent } from './child.ts';

const POLL_MS = 10;

/** A service that an npm script starts: `npm start` here, or `npm run start:api` in the folder of another build. */
export interface NpmService {
  readonly script: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
}

export type NpmServiceAnswers = {
  /** The CPU seconds of all processes of the service so far. */
  readonly serviceCpuSeconds: () => number;
};

const { script, folder, env } = JSON.parse(process.argv[2]!) as NpmService;
const address = `http://127.0.0.1:${env['PORT']}/health/ready`;
const started = performance.now();
const service = spawn('npm', ['run', '--silent', script], {
  cwd: folder,
  env: { ...process.env, ...env },
  stdio: ['ignore', 'ignore', 'inherit'],
});

async function firstAnswer(): Promise<number> {
  while (service.exitCode === null) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return performance.now() - started;
    await sleep(POLL_MS);
  }
  throw new Error(`\`npm run ${script}\` in ${folder} ended before it answered`);
}

async function stop(): Promise<void> {
  const ended = once(service, 'exit');
  if (service.exitCode === null && service.kill('SIGTERM')) await ended;
}

// Reports the milliseconds until the first response to the parent. The service stops together with this process.
const answers: NpmServiceAnswers = { serviceCpuSeconds: () => treeCpuSeconds(service.pid!) };
await serveParent(await firstAnswer().catch(async (error: unknown) => (await stop(), Promise.reject(error))), answers, stop);
