import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { WallClock } from '#kernel';
import { EventLog } from '../domain/event-log.ts';

/** Keeps the feed of an organization open: all its events are recorded while it is read. */
export class OpenWebhookFeed extends Command<void> {
  constructor(readonly organizationId: string) {
    super();
  }
}

@CommandHandler(OpenWebhookFeed)
export class OpenWebhookFeedHandler implements ICommandHandler<OpenWebhookFeed> {
  constructor(
    private readonly log: EventLog,
    private readonly clock: WallClock,
  ) {}

  execute({ organizationId }: OpenWebhookFeed): Promise<void> {
    return this.log.openFeed(organizationId, this.clock.now());
  }
}
