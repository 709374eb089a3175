import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_MS = 30_000;
const POLL_MS = 20;

/** Polls until the condition holds; throws after 30 seconds. */
export async function eventually(condition: () => Promise<boolean> | boolean): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error('The condition did not become true within 30 seconds');
    await pause(POLL_MS);
  }
}
