import type { CustomerPortalEvent } from '#customer-portal/contract';
import type { LicensingEvent } from '#licensing/contract';
import { subscriberTo } from '#platform/messaging';
import { FollowWaitingGrant } from '../../commands/follow-waiting-grant.ts';
import { EraseBuyer } from '../../commands/erase-buyer.ts';
import { ProcessProviderEvent } from '../../commands/process-provider-event.ts';
import { ReplayProviderEvents } from '../../commands/replay-provider-events.ts';
import { SendUndeliveredNotice } from '../../commands/send-undelivered-notice.ts';
import { RecordUndelivered } from '../../commands/record-undelivered.ts';
import type { ConnectorsEvent } from '../../contract/index.ts';

const subscriber = subscriberTo<ConnectorsEvent | CustomerPortalEvent | LicensingEvent>();

export const connectorsSubscribers = [
  // Updates are merged in one transaction; each customer, subscription and order is changed in another one.
  subscriber({
    id: 'ProcessEventWhenReceived',
    events: ['connector_event.received'],
    multiTransaction: true,
    command: ({ aggregateId }) => new ProcessProviderEvent(aggregateId),
  }),
  subscriber({
    id: 'RetryEventsWhenPricesChanged',
    events: ['connector_prices.changed'],
    multiTransaction: true,
    isBulkWork: true,
    command: ({ aggregateId }) => new ReplayProviderEvents({ connectorId: aggregateId, statuses: ['failed'] }),
  }),
  subscriber({
    id: 'SendNoticeWhenPurchasesUndelivered',
    events: ['undelivered_purchases.reported'],
    command: ({ organizationId, payload, occurredAt }) =>
      new SendUndeliveredNotice(organizationId, payload.count, { via: 'mail', occurredAt }),
  }),
  subscriber({
    id: 'PostNoticeWhenPurchasesUndelivered',
    events: ['undelivered_purchases.reported'],
    multiTransaction: true,
    command: ({ organizationId, payload, occurredAt }) =>
      new SendUndeliveredNotice(organizationId, payload.count, { via: 'slack', occurredAt }),
  }),
  // Events and reported states have the address and the name of who paid.
  subscriber({
    id: 'EraseBuyerWhenCustomerAnonymized',
    events: ['customer.deleted'],
    isErasure: true,
    multiTransaction: true,
    accepts: ({ payload }) => payload.anonymized,
    command: ({ organizationId, aggregateId }) => new EraseBuyer(organizationId, aggregateId),
  }),
  // An add-on without a license key to extend is listed until there is one.
  subscriber({
    id: 'FollowWaitingGrantWhenPlaced',
    events: ['attached_grant.placed'],
    multiTransaction: true,
    command: ({ organizationId, aggregateId: grantId, payload }) => {
      const { customer_id: customerId, order_id: orderId, subscription_id: subscriptionId } = payload;
      const purchase = orderId === null ? { subscriptionId: subscriptionId! } : { orderId };
      return new FollowWaitingGrant({ organizationId, grantId, customerId, purchase });
    },
  }),
  // What was paid and did not become a license key is listed for the seller.
  subscriber({
    id: 'RecordUndeliveredWhenKeyIsOneOfSeveral',
    events: ['license_key.quantity_ignored', 'license_key.renewal_undecided'],
    command: ({ name, organizationId, payload }) => {
      const { order_id: orderId, subscription_id: subscriptionId } = payload;
      return new RecordUndelivered({
        organizationId,
        customerId: payload.customer_id,
        purchase: orderId === null ? { subscriptionId: subscriptionId! } : { orderId },
        reason: name === 'license_key.quantity_ignored' ? 'quantity_ignored' : 'renewal_ambiguous',
        quantity: 'quantity' in payload ? payload.quantity : null,
      });
    },
  }),
];
