import type { CustomerPortalEvent } from '#customer-portal/contract';
import type { EntitlementsEvent } from '#entitlements/contract';
import type { PublishedEvent } from '#platform/messaging';
import { RecordSystemEvent } from '../../commands/record-system-event.ts';

type EventOf<Name extends string> = PublishedEvent<Extract<CustomerPortalEvent | EntitlementsEvent, { readonly name: Name }>>;

const NAMES_OF_GRANTS = {
  'benefit_grant.created': 'benefit.granted',
  'benefit_grant.revoked': 'benefit.revoked',
  'benefit_grant.updated': 'benefit.updated',
} as const;

export function recordEventOfGrant(event: EventOf<keyof typeof NAMES_OF_GRANTS>): RecordSystemEvent {
  const { organizationId, aggregateId, name, occurredAt: timestamp, payload } = event;
  const { customer_id: customerId, member_id: memberId, benefit_id } = payload;
  const metadata = { benefit_grant_id: aggregateId, ...(memberId === null ? {} : { member_id: memberId }) };
  return new RecordSystemEvent(
    { organizationId, customerId, memberId, name: NAMES_OF_GRANTS[name], timestamp, metadata },
    {
      id: benefit_id,
      type:
        event.name === 'benefit_grant.created' && event.payload.waited_for_key ? 'license_keys' : payload.decision?.benefit.type,
    },
  );
}

/** What it says about the customer is read when it is recorded, and erased when the customer is anonymized. */
export function recordEventOfCustomer(
  event: EventOf<'customer.created' | 'customer.updated' | 'customer.deleted'>,
): RecordSystemEvent {
  const { organizationId, aggregateId: customerId, name, occurredAt: timestamp } = event;
  const changed = event.name === 'customer.updated' ? { updated_fields: event.payload.changed } : {};
  const metadata = { customer_id: customerId, ...changed };
  return new RecordSystemEvent({ organizationId, customerId, memberId: null, name, timestamp, metadata });
}

type OrderEvent = EventOf<'order.paid' | 'order.refunded' | 'order.voided' | 'order.unvoided'>;

export function recordEventOfOrder(event: OrderEvent): RecordSystemEvent {
  const { organizationId, name, occurredAt: timestamp, payload } = event;
  const metadata = { order_id: event.aggregateId, currency: payload.currency, ...amountsOf(event) };
  return new RecordSystemEvent({ organizationId, customerId: payload.customer_id, memberId: null, name, timestamp, metadata });
}

function amountsOf({ name, payload }: OrderEvent): object {
  if (name === 'order.refunded') return { refunded_amount: payload.refunded_amount };
  if (name !== 'order.paid') return { amount: payload.amount };
  const { amount, tax_amount, product_id, subscription_id } = payload;
  const subscription = subscription_id === null ? {} : { subscription_id };
  const billing_type = subscription_id === null ? 'one_time' : 'recurring';
  return { amount: amount + tax_amount, net_amount: amount, tax_amount, product_id, billing_type, ...subscription };
}
