import type { Socket } from 'node:net';
import pg from 'pg';
import { collectMetrics } from '#engine/metrics';

const NAME = 'BENCH_COUNTING';
/** The environment of a process that counts. */
export const COUNTING = { [NAME]: 'yes' };

type Write = (...parameters: unknown[]) => unknown;
type Connecting = pg.Client & { readonly connection: { readonly stream: Socket } };

/** Counts how often the process writes to its database connections: statements in one packet share a round trip. */
function countPackets(): () => number {
  let sent = 0;
  const { connect } = pg.Client.prototype;
  pg.Client.prototype.connect = function (this: Connecting, ...parameters: unknown[]) {
    const socket = this.connection.stream as unknown as Record<'_write' | '_writev', Write>;
    for (const name of ['_write', '_writev'] as const) {
      const write = socket[name].bind(socket);
      socket[name] = (...chunks) => {
        sent += 1;
        return write(...chunks);
      };
    }
    return (connect as Write).apply(this, parameters);
  } as typeof connect;
  return () => sent;
}

/** What a process tells the bench about itself: nothing, unless it counts. */
export type Counting = {
  readonly packets: () => number;
  /** The number of deliveries by subscriber. */
  readonly deliveries: () => Promise<Record<string, number>>;
};

export async function counting(name: string): Promise<Counting> {
  if (process.env[NAME] === undefined) return { packets: () => 0, deliveries: async () => ({}) };
  const packets = countPackets();
  const metrics = await collectMetrics(name);
  const deliveries = async (): Promise<Record<string, number>> => {
    const values = (await metrics.read()).find((metric) => metric.name.endsWith('deliveries_total'))?.values ?? [];
    const bySubscriber = Map.groupBy(values, ({ labels }) => String(labels['subscriber']));
    return Object.fromEntries(
      [...bySubscriber].map(([subscriber, own]) => [subscriber, own.reduce((sum, { value }) => sum + value, 0)]),
    );
  };
  return { packets, deliveries };
}
