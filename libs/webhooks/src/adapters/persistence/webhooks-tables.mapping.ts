import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { type AddedFields, type ApiVersion, FIRST_API_VERSION } from '#support/api-versions';
import type { WebhookEndpointMapping } from './webhook-endpoint.mapping.ts';

export const FeedMapping = defineEntity({
  name: 'WebhookFeedRow',
  schema: 'webhooks',
  tableName: 'feeds',
  properties: {
    organizationId: p.uuid().primary(),
    lastSequence: p.bigint('number'),
    readAt: p.datetime(3).nullable(),
  },
});

export const PendingEventMapping = defineEntity({
  name: 'PendingWebhookEventRow',
  schema: 'webhooks',
  tableName: 'pending_events',
  properties: {
    sourceId: p.bigint('string').primary(),
    organizationId: p.uuid(),
    type: p.text(),
    aggregateId: p.uuid(),
    payload: p.json<object>(),
    occurredAt: p.datetime(3),
    actor: p.json<object>().nullable(),
    /** How often its message could not be read. */
    failures: p.integer().default(0),
    /** Null if it is due. */
    nextAttemptAt: p.datetime(3).nullable(),
  },
});

export const EventMapping = defineEntity({
  name: 'WebhookEventRow',
  schema: 'webhooks',
  tableName: 'events',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    /** Null for a test. */
    sequence: p.bigint('number').nullable(),
    sourceId: p.bigint('string').nullable(),
    type: p.text(),
    organizationName: p.text(),
    /** Null once it was deleted. */
    body: p.text().nullable(),
    /** What later versions of the API have besides; null if that is nothing. */
    addedFields: p.json<AddedFields>().nullable(),
    /** What it is about; null unless an endpoint had filters when it was published. */
    productIds: p.array<string>().columnType('uuid[]').nullable(),
    benefitIds: p.array<string>().columnType('uuid[]').nullable(),
    occurredAt: p.datetime(3),
    createdAt: p.datetime(3),
  },
});

export const DeliveryMapping = defineEntity({
  name: 'WebhookDeliveryRow',
  schema: 'webhooks',
  tableName: 'deliveries',
  properties: {
    eventId: p.uuid().primary(),
    endpointId: p.uuid().primary(),
    organizationId: p.uuid(),
    sequence: p.bigint('number').nullable(),
    isTest: p.boolean(),
    apiVersion: p.text().$type<ApiVersion>().default(FIRST_API_VERSION),
    status: p.text().$type<'pending' | 'succeeded' | 'failed' | 'skipped'>(),
    attempts: p.integer(),
    /** While the delivery is claimed, when the claim ends. */
    nextAttemptAt: p.datetime(3),
    claimedUntil: p.datetime(3).nullable(),
    /** The round of the endpoint when the delivery was last made due. */
    round: p.integer().default(0),
    lastHttpCode: p.integer().nullable(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
  },
});

/** Endpoints that may have pending deliveries of earlier rounds. They get nothing until these are skipped. */
export const SkippingMapping = defineEntity({
  name: 'WebhookSkippingRow',
  schema: 'webhooks',
  tableName: 'skipping',
  properties: { endpointId: p.uuid().primary() },
});

/** Endpoints without a response to their last attempts. Each gets one request at a time. */
export const UnreachableMapping = defineEntity({
  name: 'UnreachableWebhookEndpointRow',
  schema: 'webhooks',
  tableName: 'unreachable',
  properties: { endpointId: p.uuid().primary() },
});

export const AttemptMapping = defineEntity({
  name: 'WebhookAttemptRow',
  schema: 'webhooks',
  tableName: 'attempts',
  properties: {
    id: p.uuid().primary(),
    eventId: p.uuid(),
    endpointId: p.uuid(),
    organizationId: p.uuid(),
    type: p.text(),
    succeeded: p.boolean(),
    httpCode: p.integer().nullable(),
    response: p.text().nullable(),
    createdAt: p.datetime(3),
  },
});

/** How many attempts there are of each sort; `httpCode` is 0 if there was no response. */
export const AttemptCountMapping = defineEntity({
  name: 'WebhookAttemptCountRow',
  schema: 'webhooks',
  tableName: 'attempt_counts',
  properties: {
    organizationId: p.uuid().primary(),
    endpointId: p.uuid().primary(),
    type: p.text().primary(),
    succeeded: p.boolean().primary(),
    httpCode: p.integer().primary(),
    number: p.bigint('number'),
  },
});

export interface WebhooksTables {
  'webhooks.endpoints': InferKyselyTable<typeof WebhookEndpointMapping>;
  'webhooks.feeds': InferKyselyTable<typeof FeedMapping>;
  'webhooks.pending_events': InferKyselyTable<typeof PendingEventMapping>;
  'webhooks.events': InferKyselyTable<typeof EventMapping>;
  'webhooks.deliveries': InferKyselyTable<typeof DeliveryMapping>;
  'webhooks.attempts': InferKyselyTable<typeof AttemptMapping>;
  'webhooks.attempt_counts': InferKyselyTable<typeof AttemptCountMapping>;
}
