import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { FailedEvents } from '../domain/failed-events.ts';

/** Asks the worker to process a failed event again. */
export class RetryFailedEvent extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(RetryFailedEvent)
export class RetryFailedEventHandler implements ICommandHandler<RetryFailedEvent> {
  constructor(private readonly events: FailedEvents) {}

  async execute({ access, id }: RetryFailedEvent): Promise<void> {
    const which = { id, organizations: access.visible };
    access.assertCanManage(await this.events.organizationOf(which));
    await this.events.change(which, (event) => event.retry());
  }
}
