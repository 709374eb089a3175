import type { Bench, Measurable } from '../bench.ts';
import type { Workload } from '../load/workload.ts';

/** Another service that verifies keys, with as many keys as the product has. */
export interface Peer extends AsyncDisposable {
  readonly name: string;
  readonly server: Measurable;
  /** The host of the server; this machine by default. */
  readonly host?: string;
  /** Verifies a key that is drawn from all. */
  readonly workload: Workload;
}

export type StartPeer = (bench: Bench, keys: number) => Promise<Peer>;
