import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeOrphanedGrant } from '../../commands/revoke-orphaned-grant.ts';
import type { BenefitGrantCreated } from '../../contract/index.ts';

/** Checks a new grant again: a deletion of the customer or the benefit at the same time may have missed it. */
@Injectable()
export class RecheckGrantAfterCreation extends Subscriber<BenefitGrantCreated> {
  readonly id = 'RevokeGrantWhenGrantedTooLate';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ id: eventId, organizationId, aggregateId: id }: PublishedEvent<BenefitGrantCreated>): Promise<void> {
    return this.commands.execute(new RevokeOrphanedGrant({ id, organizationId }, Number(eventId)));
  }
}
