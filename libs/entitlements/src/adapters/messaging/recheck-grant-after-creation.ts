import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeOrphanedGrant } from '../../commands/revoke-orphaned-grant.ts';

/** Looks again once something is granted: whoever revoked on a deletion may not have seen the grant yet. */
@Injectable()
export class RecheckGrantAfterCreation extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId: id, payload }: PublishedEvent): Promise<void> {
    const { benefit_id, customer_id } = payload as { benefit_id: string; customer_id: string };
    return this.commands.execute(new RevokeOrphanedGrant({ id, organizationId }, benefit_id, customer_id));
  }
}
