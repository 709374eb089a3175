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

  async handle({ organizationId, aggregateId, payload }: PublishedEvent): Promise<void> {
    if (payload['benefits_changed']) await this.commands.execute(new FollowProduct(organizationId, aggregateId));
  }
}
