import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RecheckNewGrant } from '../../commands/recheck-new-grant.ts';
import type { BenefitGrantCreated } from '../../contract/index.ts';

/** Checks a new grant again: a merger or deletion of the customer, or a deletion of the benefit, may have missed it. */
@Injectable()
export class RecheckGrantAfterCreation extends Subscriber<BenefitGrantCreated> {
  readonly id = 'RevokeGrantWhenGrantedTooLate';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ id: eventId, organizationId, aggregateId: id }: PublishedEvent<BenefitGrantCreated>): Promise<void> {
    return this.commands.execute(new RecheckNewGrant({ id, organizationId }, Number(eventId)));
  }
}
