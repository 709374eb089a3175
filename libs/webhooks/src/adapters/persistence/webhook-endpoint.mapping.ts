import { defineEntity, p } from '@mikro-orm/core';
import { type ApiVersion, FIRST_API_VERSION } from '#support/api-versions';
import { aggregateRows } from '#engine/persistence';
import type { Envelope, Format } from '../../domain/message-format.ts';
import { WebhookEndpoint } from '../../domain/webhook-endpoint.ts';

export const WebhookEndpointMapping = defineEntity({
  name: 'WebhookEndpointRow',
  schema: 'webhooks',
  tableName: 'endpoints',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    url: p.text(),
    name: p.text().nullable(),
    format: p.text().$type<Format>(),
    envelope: p.text().$type<Envelope>().default('standard'),
    apiVersion: p.text().$type<ApiVersion>().default(FIRST_API_VERSION),
    events: p.array<string>(),
    productIds: p.array<string>().columnType('uuid[]').nullable(),
    benefitIds: p.array<string>().columnType('uuid[]').nullable(),
    headers: p.blob().$type<Buffer>().nullable(),
    enabled: p.boolean(),
    secret: p.blob().$type<Buffer>(),
    previousSecret: p.blob().$type<Buffer>().nullable(),
    previousSecretEndsAt: p.datetime(3).nullable(),
    consecutiveFailures: p.integer(),
    round: p.integer().default(0),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
    deletedAt: p.datetime(3).nullable(),
  },
});

export const webhookEndpointRows = aggregateRows(WebhookEndpoint, WebhookEndpointMapping).auditedAs({
  type: 'webhook_endpoint',
  without: ['previousSecret', 'previousSecretEndsAt', 'consecutiveFailures', 'round'],
  masked: ['url'],
});
