import type { NetworkDigests } from './leak-watch.ts';

/** Identifies networks of clients by keyed digests, so that no address is stored. */
export abstract class ClientNetworks {
  abstract digestsOf(network: string): NetworkDigests;
}
