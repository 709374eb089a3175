import { parentPort, workerData } from 'node:worker_threads';
import { now, type Schedule } from './schedule.ts';

// Timers of the event loop have a resolution of one millisecond, and busy waiting would take a core from the server. This thread
// therefore sleeps with microsecond resolution and notifies the sending thread.
const { start, interval, count } = workerData as Schedule;
const never = new Int32Array(new SharedArrayBuffer(4));

for (let index = 0; index < count; index++) {
  const wait = start + index * interval - now();
  if (wait > 0) Atomics.wait(never, 0, 0, wait);
  parentPort!.postMessage(null);
}
