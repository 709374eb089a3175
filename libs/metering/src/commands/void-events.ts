import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { EventCorrections, type NamedEvents, type Voiding, type VoidingOutcome } from '../domain/event-corrections.ts';

/** Takes events out of everything that counts them, or takes that back. */
export class VoidEvents extends Command<VoidingOutcome> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly events: NamedEvents,
    readonly voiding: Voiding,
  ) {
    super();
  }
}

@CommandHandler(VoidEvents)
export class VoidEventsHandler implements ICommandHandler<VoidEvents> {
  constructor(
    private readonly corrections: EventCorrections,
    private readonly clock: Clock,
  ) {}

  async execute({ access, organizationId, events, voiding }: VoidEvents): Promise<VoidingOutcome> {
    access.assertCanManage(organizationId);
    return this.corrections.setVoided(organizationId, events, voiding, this.clock.now());
  }
}
