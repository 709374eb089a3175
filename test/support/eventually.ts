import { setTimeout as pause } from 'node:timers/promises';

const TIMEOUT_SECONDS = 60;
const POLL_MS = 20;

/** Polls until the condition holds; throws after a minute, or as many as are given. */
export async function eventually(
  condition: () => Promise<boolean> | boolean,
  seconds = TIMEOUT_SECONDS,
  pollMs = POLL_MS,
): Promise<void> {
  const deadline = Date.now() + seconds * 1_000;
  while (!(await condition())) {
    if (Date.now() > deadline) throw new Error(`The condition did not become true within ${seconds} seconds`);
    await pause(pollMs);
  }
}
