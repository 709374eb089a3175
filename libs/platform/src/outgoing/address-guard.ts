import ipaddr from 'ipaddr.js';
import { isIP, type LookupFunction } from 'node:net';
import type { AllowedHost } from '#platform/config/composition';
import { type LookupAddress, promises } from 'node:dns';
import { callbackify } from 'node:util';

interface Options {
  /** How long a nameserver may take; it is asked twice. */
  readonly answerMs?: number;
  /** How long all of it may take. */
  readonly totalMs?: number;
  /** The name servers; those of the system by default. */
  readonly servers?: readonly string[];
}

/**
 * The addresses of a public name, asked from nameservers. `dns.lookup` would wait in one of the few threads of the process, so that a
 * few names with dead nameservers delayed all others. `/etc/hosts` does not count.
 */
export async function resolveHost(
  host: string,
  { answerMs = 2_000, totalMs = 6_000, servers }: Options = {},
): Promise<LookupAddress[]> {
  const resolver = new promises.Resolver({ timeout: answerMs, tries: 2 });
  if (servers) resolver.setServers(servers);
  const deadline = setTimeout(() => resolver.cancel(), totalMs);
  try {
    const [v4, v6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const addresses = [
      ...(v4.status === 'fulfilled' ? v4.value.map((address) => ({ address, family: 4 })) : []),
      ...(v6.status === 'fulfilled' ? v6.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (addresses.length === 0 && v4.status === 'rejected') throw v4.reason;
    return addresses;
  } finally {
    clearTimeout(deadline);
  }
}

/** Public addresses that reach the metadata of a cloud provider: the host agent of Azure. */
const METADATA = new Set(['168.63.129.16']);
/** Names that resolvers answer with addresses of this machine or of the local network. */
const LOCAL_NAME = /(^|\.)(localhost|local|internal|localdomain|home\.arpa)$/;
/** A name with an empty part, such as `127.0.0.1..`, is none, but some resolvers leave the part out. */
const EMPTY_LABEL = /(^|\.)(\.|$)/;
/** Global unicast addresses of IPv6. Everything else is local, reserved or stands for an IPv4 address. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** The host as addresses are written, without the brackets of IPv6 and the dot that ends a name. */
export const bareHost = (host: string): string =>
  host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();

/** Whether an address is on the public internet. */
export function isPublicAddress(text: string): boolean {
  if (METADATA.has(text) || !ipaddr.isValid(text)) return false;
  const address = ipaddr.parse(text);
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || (address as ipaddr.IPv6).match(GLOBAL_IPV6);
}

/** Decides which hosts and addresses get requests: public ones, and those that the operator allows. */
export class AddressGuard {
  private readonly allowed: ReadonlySet<string>;

  constructor(allowed: readonly AllowedHost[]) {
    this.allowed = new Set(allowed.map(({ host, port }) => `${bareHost(host)} ${port}`));
  }

  /** Whether the operator allows the host, with http as well and any address. `port` is empty for the default port. */
  isAllowed(host: string, port: string): boolean {
    return this.allowed.has(`${bareHost(host)} `) || this.allowed.has(`${bareHost(host)} ${port}`);
  }

  /** Whether the host may be on the public internet: neither a name of this machine nor the literal of another address. */
  isPublic(host: string): boolean {
    const bare = bareHost(host);
    if (isIP(bare) !== 0) return isPublicAddress(bare);
    return bare.includes('.') && !EMPTY_LABEL.test(bare) && !LOCAL_NAME.test(bare);
  }
}

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
