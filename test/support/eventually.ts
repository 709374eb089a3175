import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;
const POLL_MS = 20;

/** Awaits a condition; fails when it has not come true after half a minute. */
export async function eventually(condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('It did not come true');
    await pause(POLL_MS);
  }
}
