import { Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { normalAddress, prefixOf64 } from '#platform/wire/composition';

const WITH_PORT = /^"?(?:\[([^\]]*)\](?::\d+)?|(\d+\.\d+\.\d+\.\d+):\d+)"?$/;
const IPV4 = /^\d+\.\d+\.\d+\.\d+$/;

/** Some proxies add the port of the client: `192.0.2.7:4711`, `[2001:db8::1]:4711`. */
export function withoutPort(address: string): string {
  const [, ipv6, ipv4] = WITH_PORT.exec(address) ?? [];
  return ipv6 ?? ipv4 ?? address;
}

/** The address of the client, in the one form of addresses, as it is stored and shown. Most have it: every change asks for that of its client. */
export const clientAddress = ({ ip }: Pick<FastifyRequest, 'ip'>): string =>
  IPV4.test(ip) ? ip : normalAddress(withoutPort(ip));

/** The network that identifies a client: the IPv4 address, or the /64 prefix that an IPv6 subscriber usually gets. */
export function networkOf(given: string): string {
  // Most addresses are of this kind, and every request is asked for its network.
  if (IPV4.test(given)) return given;
  const address = normalAddress(withoutPort(given));
  return prefixOf64(address) ?? address;
}

/** Identifies the clients that limits count. */
@Injectable()
export class Clients {
  private readonly log = new Logger('Http');
  private hasWarned = false;

  /** The network of the client. Warns once about a proxy that is not trusted: all its clients are counted as one. */
  networkOf({ headers, ip, socket }: FastifyRequest): string {
    if (!this.hasWarned && headers['x-forwarded-for'] !== undefined && ip === socket.remoteAddress) {
      this.hasWarned = true;
      this.log.warn(
        `${ip} sends X-Forwarded-For but is not in TRUSTED_PROXIES: all requests through it are counted as one client.`,
      );
    }
    return networkOf(ip);
  }
}
