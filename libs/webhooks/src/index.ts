import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import { WebhookEndpointMapping } from './adapters/persistence/webhook-endpoint.mapping.ts';
import { webhooksData } from './adapters/persistence/organization-data.ts';
import {
  AttemptCountMapping,
  AttemptMapping,
  DeliveryMapping,
  EventMapping,
  FeedMapping,
  PendingEventMapping,
  SkippingMapping,
  UnreachableMapping,
} from './adapters/persistence/webhooks-tables.mapping.ts';

export { webhooksSubscribers } from './adapters/messaging/subscribers.ts';
export { DeleteOldWebhookEvents } from './commands/delete-old-webhook-events.ts';
export { PublishWebhookEvents } from './commands/publish-webhook-events.ts';
export { RecordedEvents } from './commands/record-webhook-event.ts';
export { FinishSendingWebhooks, SendWebhooks } from './commands/send-webhooks.ts';
export { SkipDeliveries } from './commands/skip-deliveries.ts';
export { enveloped, headersOf } from './domain/request.ts';
export { isSecret, newSecret } from './domain/secret.ts';
export type { Envelope } from './domain/message-format.ts';
export { ENVELOPES } from './queries/webhook-endpoint.view.ts';
export { WebhooksModule } from './webhooks.module.ts';
export const webhooksTables: Tables = {
  entities: [
    WebhookEndpointMapping,
    FeedMapping,
    PendingEventMapping,
    EventMapping,
    DeliveryMapping,
    AttemptMapping,
    AttemptCountMapping,
    SkippingMapping,
    UnreachableMapping,
  ],
  migrations: Object.values(migrations),
  secrets: [{ table: 'webhooks.endpoints', primaryKey: ['id'], columns: ['secret', 'previous_secret', 'headers'] }],
  ofOrganization: webhooksData,
};
