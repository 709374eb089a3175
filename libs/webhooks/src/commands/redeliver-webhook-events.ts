import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock, ValidationFailed } from '#kernel';
import { EventLog, type RedeliveryRange } from '../domain/event-log.ts';
import { WebhookEndpoints } from '../domain/webhook-endpoints.ts';

/** Events of a range that one request delivers again. */
const MOST_EVENTS = 20_000;

/** Delivers an event again to every endpoint that it was delivered to. */
export class RedeliverWebhookEvent extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

/** Delivers the events of a time range to an endpoint. Returns their number. Throws `ValidationFailed` if there are too many. */
export class RedeliverWebhookEvents extends Command<number> {
  constructor(
    readonly access: Access,
    readonly range: Omit<RedeliveryRange, 'organizationId'>,
  ) {
    super();
  }
}

@CommandHandler(RedeliverWebhookEvent)
export class RedeliverWebhookEventHandler implements ICommandHandler<RedeliverWebhookEvent> {
  constructor(
    private readonly log: EventLog,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, id }: RedeliverWebhookEvent): Promise<void> {
    const organizationId = await this.log.organizationOf({ id, organizations: access.visible });
    access.assertCanManage(organizationId);
    await this.log.redeliver({ id, organizationId }, this.clock.now());
  }
}

@CommandHandler(RedeliverWebhookEvents)
export class RedeliverWebhookEventsHandler implements ICommandHandler<RedeliverWebhookEvents> {
  constructor(
    private readonly endpoints: WebhookEndpoints,
    private readonly log: EventLog,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, range: given }: RedeliverWebhookEvents): Promise<number> {
    const which = { id: given.endpointId, organizations: access.visible };
    const range = { ...given, organizationId: await this.endpoints.organizationOf(which) };
    access.assertCanManage(range.organizationId);
    if ((await this.log.countRange(range, MOST_EVENTS + 1)) > MOST_EVENTS) {
      const message = `The time range has more than ${MOST_EVENTS} events. Choose a shorter one.`;
      throw ValidationFailed.at([range.to ? 'end_timestamp' : 'since'], message, range.to ?? range.from);
    }
    return this.log.redeliverRange(range, this.clock.now());
  }
}
