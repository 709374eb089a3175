import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { serveParent } from './child.ts';

const POLL_MS = 10;

const env = { ...process.env, PORT: process.argv[2]!, LATCHKEY_DATA: process.argv[3]! };
const address = `http://127.0.0.1:${env.PORT}/health/ready`;
const started = performance.now();
const service = spawn('npm', ['start', '--silent'], { env, stdio: ['ignore', 'ignore', 'inherit'] });

async function firstAnswer(): Promise<number> {
  while (service.exitCode === null) {
    const answer = await fetch(address).catch(() => undefined);
    if (answer?.ok) return performance.now() - started;
    await sleep(POLL_MS);
  }
  throw new Error('`npm start` ended before it answered');
}

async function stop(): Promise<void> {
  const ended = once(service, 'exit');
  if (service.exitCode === null && service.kill('SIGTERM')) await ended;
}

// The milliseconds to the first answer are what this process has to say; the service ends with it.
await serveParent(await firstAnswer().catch(async (error: unknown) => (await stop(), Promise.reject(error))), {}, stop);
