import { parentPort, workerData } from 'node:worker_threads';
import { now, type Schedule } from './schedule.ts';

// Timers of the event loop are a millisecond coarse, and spinning would take a core from the server: so this thread sleeps
// to the microsecond and wakes the one that sends.
const { start, interval, count } = workerData as Schedule;
const never = new Int32Array(new SharedArrayBuffer(4));

for (let index = 0; index < count; index++) {
  const wait = start + index * interval - now();
  if (wait > 0) Atomics.wait(never, 0, 0, wait);
  parentPort!.postMessage(null);
}
