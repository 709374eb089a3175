import { Injectable, Logger } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { networkOf } from './client-network.ts';

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
