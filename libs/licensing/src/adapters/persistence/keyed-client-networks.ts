import { Injectable } from '@nestjs/common';
import { Keyring } from '#engine/secrets';
import { ClientNetworks } from '../../domain/keys/client-networks.ts';
import { NETWORK_DIGEST_LENGTH, type NetworkDigests } from '../../domain/keys/leak-watch.ts';

/** About 200 bytes each. A digest takes longer than the rest of what a validation does for the limit. */
const MAX_CACHED = 5_000;

@Injectable()
export class KeyedClientNetworks extends ClientNetworks {
  private readonly cache = new Map<string, NetworkDigests>();

  constructor(private readonly keyring: Keyring) {
    super();
  }

  digestsOf(network: string): NetworkDigests {
    const known = this.cache.get(network);
    if (known) return known;
    if (this.cache.size >= MAX_CACHED) this.cache.clear();
    const digests = this.keyring
      .digests('client-network', network)
      .map((digest) => digest.toString('base64url').slice(0, NETWORK_DIGEST_LENGTH)) as [string, ...string[]];
    this.cache.set(network, digests);
    return digests;
  }
}
