import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncProductGrants } from '../../commands/sync-product-grants.ts';

/** A product brings other benefits than before: those who bought it get them, and lose those that it no longer brings. */
@Injectable()
export class GrantBenefitsWhenProductChanges extends Subscriber {
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent): boolean {
    return payload['benefits_changed'] === true;
  }

  handle({ organizationId, aggregateId }: PublishedEvent): Promise<void> {
    return this.commands.execute(new SyncProductGrants(organizationId, aggregateId));
  }
}
