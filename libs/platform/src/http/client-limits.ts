import { Injectable } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { WallClock } from '#kernel';
import type { QuotaName } from '#platform/config/composition';
import { type RateLimitResult, RateLimits } from '#platform/rate-limits/composition';
import { Clients } from './clients.ts';
import { KnownDevices } from './known-devices.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** True if the client proved an earlier success and, if the request causes mail, one of its recipient. */
    isFromKnownDevice?: boolean;
    /** Strangers ask about the subject of the request more often than the quota allows. */
    hasBusySubject?: boolean;
  }
}

/** How often clients may request something. At most one of `recipient` and `subject` is given. */
export interface ClientLimit {
  readonly quota: QuotaName;
  /** What is counted. Every name has counters of its own. */
  readonly name: string;
  /** To whom the request causes mail. Beyond the quota requests of strangers are refused, wherever they come from. */
  readonly recipient?: (request: FastifyRequest) => string;
  /** Whom the request is about. Beyond the quota strangers learn later that they failed; they are not refused for what others did. */
  readonly subject?: (request: FastifyRequest) => string;
}

/**
 * Counts requests by the network of the client. A device on which somebody has succeeded before is counted by itself: strangers,
 * whether in its network or about the same subject, do not use up its requests.
 */
@Injectable()
export class ClientLimits {
  constructor(
    private readonly limits: RateLimits,
    private readonly clients: Clients,
    private readonly devices: KnownDevices,
    private readonly clock: WallClock,
  ) {}

  async count(request: FastifyRequest, limit: ClientLimit): Promise<RateLimitResult> {
    const { recipient, subject } = limit;
    const whom = subjectIn(request, recipient ?? subject);
    const device = this.devices.read(request);
    const isOfSubject = device !== null && whom !== null && this.devices.isDeviceOf(device, whom);
    const known = recipient && !isOfSubject ? null : device;
    const network = this.clients.networkOf(request);
    const client = await (known === null ? this.countBy(limit, 'clients', network) : this.countBy(limit, 'known devices', known));
    request.isFromKnownDevice = known !== null;
    if (client.retryAfter !== null || whom === null || isOfSubject) return client;
    const strangers = await this.countBy(limit, recipient ? 'recipients' : 'subjects', whom);
    if (recipient) return stricter(client, strangers);
    request.hasBusySubject = strangers.retryAfter !== null;
    return client;
  }

  private countBy({ quota, name }: ClientLimit, by: string, key: string): Promise<RateLimitResult> {
    return this.limits.of(quota, `${name} by ${by}`).count(key, this.clock.now());
  }
}

/** Null without a subject. An invalid request has none; the operation refuses it. */
function subjectIn(request: FastifyRequest, subjectOf: ClientLimit['subject']): string | null {
  try {
    return subjectOf?.(request) ?? null;
  } catch {
    return null;
  }
}

/** For each window the result with fewer remaining requests. */
const stricter = (client: RateLimitResult, recipient: RateLimitResult): RateLimitResult => ({
  windows: recipient.windows.map((window, index) => {
    const ofClient = client.windows[index]!;
    return ofClient.remaining < window.remaining ? ofClient : window;
  }),
  retryAfter: recipient.retryAfter,
});
