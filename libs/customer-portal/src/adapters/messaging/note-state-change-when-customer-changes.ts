import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type {
  BenefitGrantCreated,
  BenefitGrantRevoked,
  BenefitGrantTransferred,
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
import { NoteStateChange } from '../../commands/note-state-change.ts';
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
  | BenefitGrantTransferred
  | CustomerMeterCredited
  | CustomerMeterCycled
  | CustomerPurchasesMoved
  | CustomerUsageMoved
  | CustomerMeterThresholdReached;

/** Any part of the state of a customer has changed, in this context or in others. `PublishCustomerStates` publishes that. */
@Injectable()
export class NoteStateChangeWhenCustomerChanges extends Subscriber<Handled> {
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
    return this.commands.execute(new NoteStateChange(organizationId, customerId));
  }
}

const isActive = (status: SubscriptionUpdated['payload']['status']): boolean => status === 'active' || status === 'trialing';
