import type { CatalogEvent } from '#catalog/contract';
import type { ConnectorsEvent } from '#connectors/contract';
import type { CustomerPortalEvent } from '#customer-portal/contract';
import type { EntitlementsEvent } from '#entitlements/contract';
import type { LicensingEvent } from '#licensing/contract';
import type { MeteringEvent } from '#metering/contract';
import type { OrganizationsEvent } from '#organizations/contract';
import { subscriberTo } from '#platform/messaging';
import type { ReleasesEvent } from '#releases/contract';
import type { SeatsEvent } from '#seats/contract';
import { RecordWebhookEvent } from '../../commands/record-webhook-event.ts';
import { SelectWantedEvents } from '../../commands/select-wanted-events.ts';
import { SendDisabledNotice } from '../../commands/send-disabled-notice.ts';
import { SENT_EVENT_TYPES, type WebhooksEvent } from '../../contract/index.ts';

const subscriber = subscriberTo<
  | CatalogEvent
  | ConnectorsEvent
  | CustomerPortalEvent
  | EntitlementsEvent
  | LicensingEvent
  | MeteringEvent
  | OrganizationsEvent
  | ReleasesEvent
  | SeatsEvent
  | WebhooksEvent
>();

export const webhooksSubscribers = [
  // One statement, which can be repeated, so the event is recorded as processed together with others.
  subscriber({
    id: 'RecordWebhookEventWhenPublished',
    events: SENT_EVENT_TYPES,
    multiTransaction: true,
    wanted: (events) =>
      new SelectWantedEvents(events.map(({ id, organizationId, name }) => ({ sourceId: id, organizationId, type: name }))),
    command: ({ id, name, organizationId, aggregateId, payload, occurredAt, actor = null }) =>
      new RecordWebhookEvent({ sourceId: id, organizationId, type: name, aggregateId, payload, occurredAt, actor }),
  }),
  subscriber({
    id: 'SendNoticeWhenEndpointDisabled',
    events: ['webhook_endpoint.disabled'],
    command: ({ organizationId, aggregateId, payload, occurredAt }) =>
      new SendDisabledNotice(organizationId, aggregateId, payload.url, payload.reason, { via: 'mail', occurredAt }),
  }),
  subscriber({
    id: 'PostNoticeWhenEndpointDisabled',
    events: ['webhook_endpoint.disabled'],
    multiTransaction: true,
    command: ({ organizationId, aggregateId, payload, occurredAt }) =>
      new SendDisabledNotice(organizationId, aggregateId, payload.url, payload.reason, { via: 'slack', occurredAt }),
  }),
];
