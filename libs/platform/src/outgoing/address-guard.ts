import ipaddr from 'ipaddr.js';
import { isIP } from 'node:net';
import type { AllowedHost } from '#platform/config/composition';

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
