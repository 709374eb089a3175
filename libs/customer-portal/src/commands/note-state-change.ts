import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { StateChanges } from '../domain/state-changes.ts';

/** Notes that a customer's state has changed: an event will tell of it and of the changes that follow within a short time. */
export class NoteStateChange extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(NoteStateChange)
export class NoteStateChangeHandler implements ICommandHandler<NoteStateChange> {
  constructor(private readonly changes: StateChanges) {}

  execute({ organizationId, customerId }: NoteStateChange): Promise<void> {
    return this.changes.note({ organizationId, customerId });
  }
}
