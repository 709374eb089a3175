import type { FastifyReply, FastifyRequest } from 'fastify';
import { networkOf } from './clients.ts';

/** The number of bodies of 256 KiB at most, so that a process holds 16 MiB of them. */
const PLACES = 64;
const MAX_PER_NETWORK = 16;

/**
 * Long bodies that are read before anybody knows whether their token is valid. Beyond these numbers, tokens are looked up first: a
 * valid one costs a statement more, an invalid one is refused unread.
 */
export class UnverifiedBodies {
  private held = 0;
  private readonly heldBy = new Map<string, number>();

  /** Whether the body may be read now. It counts until the response was sent or the connection is lost. */
  admit({ ip }: FastifyRequest, { raw }: FastifyReply): boolean {
    const network = networkOf(ip);
    const ofNetwork = this.heldBy.get(network) ?? 0;
    if (this.held >= PLACES || ofNetwork >= MAX_PER_NETWORK || raw.destroyed) return false;
    this.held += 1;
    this.heldBy.set(network, ofNetwork + 1);
    raw.once('close', () => this.release(network));
    return true;
  }

  private release(network: string): void {
    this.held -= 1;
    const left = this.heldBy.get(network)! - 1;
    if (left === 0) this.heldBy.delete(network);
    else this.heldBy.set(network, left);
  }
}
