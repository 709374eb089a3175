import { Worker } from 'node:worker_threads';
import type { Connection } from './connection.ts';
import { Measured, type Summary } from './measured.ts';
import { now, type Schedule } from './schedule.ts';

/**
 * Open-loop load at a fixed rate. Latency is measured from the time at which a request is scheduled, including the wait for a
 * free connection, so that a slow server does not hide its own delay (no coordinated omission).
 */
export async function openLoop(
  connections: readonly Connection[],
  next: () => string | undefined,
  rate: number,
  warmUp: number,
  seconds: number,
): Promise<Summary> {
  const schedule: Schedule = { start: now() + 200, interval: 1000 / rate, count: Math.round(rate * (warmUp + seconds)) };
  const firstCounted = Math.round(rate * warmUp);
  const intended = (index: number): number => schedule.start + index * schedule.interval;
  const idle = [...connections];
  const finished = Promise.withResolvers<void>();
  let measured = new Measured();
  let sent = 0;
  let answered = 0;

  const sendDue = (): void => {
    const time = now();
    while (idle.length > 0 && sent < schedule.count && intended(sent) <= time) send(idle.shift()!, sent++);
  };
  const send = (connection: Connection, index: number): void => {
    if (index === firstCounted) measured = new Measured();
    const due = intended(index);
    const counting = index >= firstCounted;
    connection.answered = (status) => {
      if (counting || status !== 200) measured.add(status, now() - due);
      idle.push(connection);
      if (++answered === schedule.count) finished.resolve();
      else sendDue();
    };
    const request = next();
    if (request === undefined) throw new Error('There are fewer requests than the rate needs');
    connection.send(request);
  };

  const rateClock = new Worker(new URL('./rate-clock.js', import.meta.url), { workerData: schedule });
  rateClock.on('message', sendDue);
  rateClock.on('error', finished.reject);
  await finished.promise;
  await rateClock.terminate();
  return measured.summary();
}
