import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { NoteStateChange } from '../contract/index.ts';
import { StateChanges } from '../domain/state-changes.ts';

@CommandHandler(NoteStateChange)
export class NoteStateChangeHandler implements ICommandHandler<NoteStateChange> {
  constructor(private readonly changes: StateChanges) {}

  execute({ organizationId, customerId }: NoteStateChange): Promise<void> {
    return this.changes.note({ organizationId, customerId });
  }
}

/** Publishes that the states of customers have changed, once for each customer. */
export class PublishCustomerStates extends Command<void> {
  constructor(readonly stop?: AbortSignal) {
    super();
  }
}

@CommandHandler(PublishCustomerStates)
export class PublishCustomerStatesHandler implements ICommandHandler<PublishCustomerStates> {
  constructor(
    private readonly changes: StateChanges,
    private readonly clock: Clock,
  ) {}

  async execute({ stop }: PublishCustomerStates): Promise<void> {
    let mayBeMore = true;
    while (mayBeMore) mayBeMore = (await this.changes.publishSome(this.clock.now())) && !stop?.aborted;
  }
}
