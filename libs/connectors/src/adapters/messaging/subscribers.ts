import { subscriberTo } from '#platform/messaging';
import { ProcessProviderEvent } from '../../commands/process-provider-event.ts';
import { ReplayProviderEvents } from '../../commands/replay-provider-events.ts';
import { SendUndeliveredNotice } from '../../commands/send-undelivered-notice.ts';
import type { ConnectorsEvent } from '../../contract/index.ts';

const subscriber = subscriberTo<ConnectorsEvent>();

export const connectorsSubscribers = [
  // What is known is added in one transaction; each customer, subscription and order is changed in another one.
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
    command: ({ organizationId, payload }) => new SendUndeliveredNotice(organizationId, payload.count),
  }),
];
