import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { PublishCustomerState } from '../../commands/publish-customer-state.ts';

/** Hears of all that the state of a customer is made of, here and in other contexts, and tells of the customer. */
@Injectable()
export class PublishCustomerStateWhenChanged extends Subscriber {
  constructor(private readonly commands: CommandBus) {
    super();
  }

  /** A state has active subscriptions and granted benefits: of others nothing is seen. */
  override accepts({ name, payload }: PublishedEvent): boolean {
    if (name === 'benefit_grant.updated') return payload['is_granted'] === true;
    if (name === 'subscription.updated') return ACTIVE.has(payload['status']) || ACTIVE.has(payload['previous_status']);
    return true;
  }

  handle({ name, organizationId, aggregateId, payload }: PublishedEvent): Promise<void> {
    const customerId = name.startsWith('customer.') ? aggregateId : (payload['customer_id'] as string);
    return this.commands.execute(new PublishCustomerState(organizationId, customerId));
  }
}

const ACTIVE = new Set<unknown>(['active', 'trialing']);
