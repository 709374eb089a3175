import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { ResourceNotFound, secretBytes, WallClock } from '#kernel';
import { Secrets, type EncryptedSecret } from '#support/credentials';
import { type ClaimedDelivery, DeliveryQueue, type FinishedAttempt } from '../domain/delivery-queue.ts';
import { judge } from '../domain/delivery-schedule.ts';
import { requestOf } from '../domain/request.ts';
import { Sender } from '../domain/sender.ts';
import type { WebhookEndpoint } from '../domain/webhook-endpoint.ts';
import { WebhookEndpoints } from '../domain/webhook-endpoints.ts';
import type { EndpointHeader } from '../domain/endpoint-headers.ts';

/** The headers of an endpoint as they are stored. */
export const readHeaders = (secrets: Secrets, stored: EncryptedSecret | null): EndpointHeader[] =>
  stored ? (JSON.parse(secrets.decrypt(stored)) as EndpointHeader[]) : [];

export const storedHeaders = (secrets: Secrets, headers: readonly EndpointHeader[]): EncryptedSecret | null =>
  headers.length > 0 ? secrets.encrypt(JSON.stringify(headers)) : null;

/** Requests of this process at the same time. */
const CAPACITY = 256;
/** The most requests at the same time, of all processes together. */
const LIMITS = { perEndpoint: 10, perOrganization: 50 };
/** Longer than a request takes at most. */
const LEASE_MS = 60_000;
/** Attempts that one transaction stores. */
const STORED_AT_ONCE = 200;

/**
 * Starts the requests that are due, as many as the limits allow. `again` is called when there is room for more, `failed` with each
 * error of this service; the delivery is then sent again when its claim ends.
 */
export class SendWebhooks extends Command<void> {
  constructor(
    readonly again: () => void,
    readonly failed: (error: unknown) => void,
  ) {
    super();
  }
}

/** Resolves when all requests of this process have ended and are stored. */
export class FinishSendingWebhooks extends Command<void> {}

@CommandHandler(SendWebhooks)
export class SendWebhooksHandler implements ICommandHandler<SendWebhooks> {
  private readonly inFlight = new Set<Promise<void>>();
  private finished: FinishedAttempt[] = [];
  private storing: Promise<void> | undefined;

  constructor(
    private readonly queue: DeliveryQueue,
    private readonly sender: Sender,
    private readonly endpoints: WebhookEndpoints,
    private readonly secrets: Secrets,
    private readonly clock: WallClock,
  ) {}

  async execute({ again, failed }: SendWebhooks): Promise<void> {
    const total = CAPACITY - this.inFlight.size;
    if (total === 0) return;
    const claimed = await this.queue.claim({ ...LIMITS, total, leaseMs: LEASE_MS }, this.clock.now());
    for (const delivery of claimed) {
      const sending = this.send(delivery)
        .catch(failed)
        .finally(() => {
          this.inFlight.delete(sending);
          again();
        });
      this.inFlight.add(sending);
    }
  }

  async allSent(): Promise<void> {
    while (this.inFlight.size > 0) await Promise.all(this.inFlight);
  }

  private async send(delivery: ClaimedDelivery): Promise<void> {
    const startedAt = this.clock.now();
    const secrets = delivery.endpoint.secrets.map((secret) => this.secrets.decrypt(secret));
    const own = readHeaders(this.secrets, delivery.endpoint.headers);
    const attempt = await this.sender.send(requestOf(delivery, { secrets, own }, startedAt));
    const verdict = judge(attempt, delivery, this.clock.now(), secretBytes('webhook-jitter', 1)[0]! / 255);
    this.finished.push({ delivery, attempt, verdict, startedAt });
    await (this.storing ??= this.store());
    if (verdict.status !== 'failed' || delivery.isTest) return;
    await this.changeEndpoint(delivery.endpoint.id, delivery.organizationId, (endpoint) =>
      verdict.isGone ? endpoint.recordGone(this.clock.now()) : endpoint.recordFailure(this.clock.now()),
    );
  }

  private async store(): Promise<void> {
    try {
      while (this.finished.length > 0) {
        const batch = this.finished.splice(0, STORED_AT_ONCE);
        const organizations = new Map(batch.map(({ delivery }) => [delivery.endpoint.id, delivery.organizationId]));
        for (const id of await this.queue.finish(batch)) {
          await this.changeEndpoint(id, organizations.get(id)!, (endpoint) => endpoint.recordSuccess());
        }
      }
    } finally {
      this.storing = undefined;
    }
  }

  /** Does nothing if the endpoint was deleted. */
  private async changeEndpoint(id: string, organizationId: string, by: (endpoint: WebhookEndpoint) => void): Promise<void> {
    try {
      await this.endpoints.change({ id, organizations: [organizationId] }, by);
    } catch (error) {
      if (!(error instanceof ResourceNotFound)) throw error;
    }
  }
}

@CommandHandler(FinishSendingWebhooks)
export class FinishSendingWebhooksHandler implements ICommandHandler<FinishSendingWebhooks> {
  constructor(private readonly sending: SendWebhooksHandler) {}

  execute(): Promise<void> {
    return this.sending.allSent();
  }
}
