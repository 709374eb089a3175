export { Migration20261123_1600_ListsOfAttempts } from './migration-20261123-1600-lists-of-attempts.ts';
export { Migration20261126_2402_WebhookEventActors } from './migration-20261126-2402-webhook-event-actors.ts';
export { Migration20261126_2600_WebhookEnvelopes } from './migration-20261126-2600-webhook-envelopes.ts';
export { Migration20261126_2601_WebhookFilters } from './migration-20261126-2601-webhook-filters.ts';
export { Migration20261130_0500_WebhookVersions } from './migration-20261130-0500-webhook-versions.ts';
export { Migration20261202_0200_EndpointHeaders } from './migration-20261202-0200-endpoint-headers.ts';
export { Migration20261208_0100_FailedAttemptsOfEndpoint } from './migration-20261208-0100-failed-attempts-of-endpoint.ts';
