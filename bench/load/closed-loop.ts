import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import { Measured, type Summary } from './measured.ts';

/** Closed-loop load: every connection sends its next request as soon as the previous one was answered. */
export async function closedLoop(
  connections: readonly Connection[],
  next: () => string,
  warmUp: number,
  seconds: number,
): Promise<Summary> {
  let measured = new Measured();
  const drained = Promise.withResolvers<void>();
  let running = true;
  let underWay = connections.length;
  for (const connection of connections) {
    let sent = 0;
    const send = (): void => {
      sent = performance.now();
      connection.send(next());
    };
    connection.answered = (status) => {
      measured.add(status, performance.now() - sent);
      if (running) send();
      else if (--underWay === 0) drained.resolve();
    };
    send();
  }
  await sleep(warmUp * 1000);
  measured = new Measured();
  await sleep(seconds * 1000);
  running = false;
  const summary = measured.summary();
  await drained.promise;
  return summary;
}
