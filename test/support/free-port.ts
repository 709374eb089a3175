import { freePort as freePortOf } from '../../apps/process/index.ts';

/** Further apart than the process ids of what a suite starts. */
const STEP = 499;

let calls = 0;

/** A port for a process that a test starts. Another one each time, because the process listens there only after a while. */
export const freePort = (): Promise<number> => freePortOf('127.0.0.1', process.pid + ++calls * STEP);
