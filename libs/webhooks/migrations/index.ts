export { Migration20261122_2200_Webhooks } from './migration-20261122-2200-webhooks.ts';
export { Migration20261122_2356_WebhookRetries } from './migration-20261122-2356-webhook-retries.ts';
export { Migration20261122_2357_WebhookRounds } from './migration-20261122-2357-webhook-rounds.ts';
export { Migration20261123_0000_UnreachableEndpoints } from './migration-20261123-0000-unreachable-endpoints.ts';
export { Migration20261123_1600_ListsOfAttempts } from './migration-20261123-1600-lists-of-attempts.ts';
export { Migration20261126_2402_WebhookEventActors } from './migration-20261126-2402-webhook-event-actors.ts';
export { Migration20261126_2600_WebhookEnvelopes } from './migration-20261126-2600-webhook-envelopes.ts';
export { Migration20261126_2601_WebhookFilters } from './migration-20261126-2601-webhook-filters.ts';
