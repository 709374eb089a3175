import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { EventTypeChanges } from '../domain/event-type.ts';
import { EventTypes } from '../domain/event-types.ts';

export class UpdateEventType extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: EventTypeChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateEventType)
export class UpdateEventTypeHandler implements ICommandHandler<UpdateEventType> {
  constructor(
    private readonly eventTypes: EventTypes,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, changes }: UpdateEventType): Promise<void> {
    const which = { id, organizations: access.visible };
    access.assertCanManage(await this.eventTypes.organizationOf(which));
    await this.eventTypes.change(which, (eventType) => eventType.update(changes, this.clock.now()));
  }
}
