import { serveParent } from '../processes/child.ts';
import { closedLoop } from './closed-loop.ts';
import { Connection } from './connection.ts';
import type { Summary } from './measured.ts';
import { openLoop } from './open-loop.ts';
import { requestsOf, type Workload } from './workload.ts';

export interface Run {
  /** This machine by default. */
  readonly host?: string;
  readonly port: number;
  readonly workload: Workload;
  readonly connections: number;
  /** Requests per second. Undefined: as many as the server answers. */
  readonly rate?: number;
  /** Seconds before the measurement starts, and seconds that are measured. */
  readonly warmUp: number;
  readonly seconds: number;
}

async function run({ workload, connections: count, rate, warmUp, seconds, ...server }: Run): Promise<Summary> {
  const broken = Promise.withResolvers<never>();
  const connections = await Promise.race([
    Promise.all(Array.from({ length: count }, () => Connection.open(server, broken.reject))),
    broken.promise,
  ]);
  const next = requestsOf(workload);
  try {
    return await Promise.race([
      rate === undefined ? closedLoop(connections, next, warmUp, seconds) : openLoop(connections, next, rate, warmUp, seconds),
      broken.promise,
    ]);
  } finally {
    for (const connection of connections) connection.close();
  }
}

const answers = { run };
export type Generator = typeof answers;

await serveParent(null, answers);
