import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { isPublicAddress } from './address-guard.ts';
import { resolveHost } from './resolve-host.ts';

export class AddressNotAllowed extends Error {
  readonly code = 'ADDRESS_NOT_ALLOWED';

  constructor() {
    super('The host has an address that is not on the public internet.');
  }
}

/**
 * Resolves a host name for a connection, which then uses one of the returned addresses: what is checked is what is connected to,
 * whatever the name resolves to a moment later. A name with any address that is not public is refused.
 */
export const guardedLookup = (resolve: (host: string) => Promise<LookupAddress[]> = resolveHost): LookupFunction => {
  const publicOnly = async (host: string): Promise<LookupAddress[]> => {
    const addresses = await resolve(host);
    if (addresses.length === 0 || !addresses.every(({ address }) => isPublicAddress(address))) throw new AddressNotAllowed();
    return addresses;
  };
  return (hostname, _options, callback) => {
    callbackify(publicOnly)(hostname, (error, addresses) => callback(error, addresses ?? []));
  };
};
