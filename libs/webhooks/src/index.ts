import type { Tables } from '#platform/persistence';
import { Migration20261122_2200_Webhooks } from '../migrations/migration-20261122-2200-webhooks.ts';
import { Migration20261122_2356_WebhookRetries } from '../migrations/migration-20261122-2356-webhook-retries.ts';
import { Migration20261122_2357_WebhookRounds } from '../migrations/migration-20261122-2357-webhook-rounds.ts';
import { Migration20261123_0000_UnreachableEndpoints } from '../migrations/migration-20261123-0000-unreachable-endpoints.ts';
import { Migration20261123_1600_ListsOfAttempts } from '../migrations/migration-20261123-1600-lists-of-attempts.ts';
import { WebhookEndpointMapping } from './adapters/persistence/webhook-endpoint.mapping.ts';
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

export { RecordWebhookEventWhenPublished } from './adapters/messaging/record-webhook-event-when-published.ts';
export { SendNoticeWhenEndpointDisabled } from './adapters/messaging/send-notice-when-endpoint-disabled.ts';
export { DeleteOldWebhookEvents } from './commands/delete-old-webhook-events.ts';
export { PublishWebhookEvents } from './commands/publish-webhook-events.ts';
export { ReencryptWebhookSecrets } from './commands/reencrypt-webhook-secrets.ts';
export { RecordedEvents } from './commands/recorded-events.ts';
export { FinishSendingWebhooks, SendWebhooks } from './commands/send-webhooks.ts';
export { SkipDeliveries } from './commands/skip-deliveries.ts';
export { headersOf } from './domain/request.ts';
export { isSecret, newSecret } from './domain/secret.ts';
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
  migrations: [
    Migration20261122_2200_Webhooks,
    Migration20261122_2356_WebhookRetries,
    Migration20261122_2357_WebhookRounds,
    Migration20261123_0000_UnreachableEndpoints,
    Migration20261123_1600_ListsOfAttempts,
  ],
};
