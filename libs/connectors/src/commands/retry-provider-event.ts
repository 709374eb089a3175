import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { ProviderEvents } from '../domain/provider-events.ts';

/** Works on one event again. */
export class RetryProviderEvent extends Command<void> {
  constructor(
    readonly access: Access,
    readonly connectorId: string,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(RetryProviderEvent)
export class RetryProviderEventHandler implements ICommandHandler<RetryProviderEvent> {
  constructor(
    private readonly events: ProviderEvents,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, connectorId, id }: RetryProviderEvent): Promise<void> {
    const organizationId = await this.events.organizationOf({ id, connectorId, organizations: access.visible });
    access.assertCanManage(organizationId);
    await this.events.retry(id, this.clock.now());
  }
}
