import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeGrantOfWhatIsGone } from '../../commands/revoke-grant-of-what-is-gone.ts';

/** Looks again once something is granted: whoever revoked on a deletion may not have seen the grant yet. */
@Injectable()
export class RevokeGrantWhenGrantedTooLate extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ organizationId, aggregateId: id, payload }: PublishedEvent): Promise<void> {
    const { benefit_id, customer_id } = payload as { benefit_id: string; customer_id: string };
    return this.commands.execute(new RevokeGrantOfWhatIsGone({ id, organizationId }, benefit_id, customer_id));
  }
}
