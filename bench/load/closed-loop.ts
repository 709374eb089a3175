import { setTimeout as sleep } from 'node:timers/promises';
import type { Connection } from './connection.ts';
import { Measured, type Summary } from './measured.ts';

/**
 * Closed-loop load: every connection sends its next request as soon as the previous one was answered. Ends early when there is no
 * next request. Requests that are under way at the end count, as does the time that they take.
 */
export async function closedLoop(
  connections: readonly Connection[],
  next: () => string | undefined,
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
      const request = running ? next() : undefined;
      if (request === undefined) {
        if (--underWay === 0) drained.resolve();
        return;
      }
      sent = performance.now();
      connection.send(request);
    };
    connection.answered = (status) => {
      measured.add(status, performance.now() - sent);
      send();
    };
    send();
  }
  await sleep(warmUp * 1000);
  measured = new Measured();
  await Promise.race([sleep(seconds * 1000), drained.promise]);
  running = false;
  await drained.promise;
  return measured.summary();
}
