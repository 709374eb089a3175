import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { FollowProduct } from '../../commands/follow-product.ts';

/** A product brings other benefits than before: those who bought it get them, and lose those that it no longer brings. */
@Injectable()
export class GrantBenefitsWhenProductChanges extends Subscriber {
  override readonly inSteps: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override wants({ payload }: PublishedEvent): boolean {
    return payload['benefits_changed'] === true;
  }

  handle({ organizationId, aggregateId }: PublishedEvent): Promise<void> {
    return this.commands.execute(new FollowProduct(organizationId, aggregateId));
  }
}
