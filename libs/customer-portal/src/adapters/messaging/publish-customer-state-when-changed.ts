import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type {
  BenefitGrantCreated,
  BenefitGrantRevoked,
  BenefitGrantUpdated,
  CustomerPurchasesMoved,
  SubscriptionCreated,
  SubscriptionUpdated,
} from '#entitlements/contract';
import type {
  CustomerMeterCredited,
  CustomerMeterCycled,
  CustomerMeterThresholdReached,
  CustomerUsageMoved,
} from '#metering/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { PublishCustomerState } from '../../commands/publish-customer-state.ts';
import type { CustomerCreated, CustomerDeleted, CustomerMerged, CustomerUpdated } from '../../contract/index.ts';

type Handled =
  | CustomerCreated
  | CustomerUpdated
  | CustomerDeleted
  | CustomerMerged
  | SubscriptionCreated
  | SubscriptionUpdated
  | BenefitGrantCreated
  | BenefitGrantUpdated
  | BenefitGrantRevoked
  | CustomerMeterCredited
  | CustomerMeterCycled
  | CustomerPurchasesMoved
  | CustomerUsageMoved
  | CustomerMeterThresholdReached;

/** Publishes the state of a customer after a change to any part of it, in this context or in others. */
@Injectable()
export class PublishCustomerStateWhenChanged extends Subscriber<Handled> {
  readonly id = 'TellOfStateWhenItChanges';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  /** The state contains active subscriptions and granted benefits only. */
  override accepts({ name, payload }: PublishedEvent<Handled>): boolean {
    if (name === 'benefit_grant.updated') return payload.is_granted;
    if (name === 'subscription.updated') return isActive(payload.status) || isActive(payload.previous_status);
    return true;
  }

  handle({ organizationId, aggregateId, payload }: PublishedEvent<Handled>): Promise<void> {
    const customerId = 'customer_id' in payload ? payload.customer_id : aggregateId;
    return this.commands.execute(new PublishCustomerState(organizationId, customerId));
  }
}

const isActive = (status: SubscriptionUpdated['payload']['status']): boolean => status === 'active' || status === 'trialing';
