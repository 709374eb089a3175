import { defineEntity, p } from '@mikro-orm/core';
import { aggregateRows } from '#engine/persistence';
import { Connector, type CustomerEmailRule, type Entitlement, type UnmappedRule } from '../../domain/connector.ts';
import type { ProviderName } from '../../domain/provider.ts';

export const ConnectorMapping = defineEntity({
  name: 'ConnectorRow',
  schema: 'connectors',
  tableName: 'connectors',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    provider: p.text().$type<ProviderName>(),
    name: p.text().nullable(),
    account: p.text().nullable(),
    isTest: p.boolean(),
    entitlement: p.text().$type<Entitlement>(),
    customerEmail: p.text().$type<CustomerEmailRule>(),
    unmapped: p.text().$type<UnmappedRule>(),
    ownMetadata: p.text().nullable(),
    secret: p.blob().$type<Buffer>(),
    previousSecret: p.blob().$type<Buffer>().nullable(),
    previousSecretEndsAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    modifiedAt: p.datetime(3).nullable(),
    deletedAt: p.datetime(3).nullable(),
  },
});

export const connectorRows = aggregateRows(Connector, ConnectorMapping).auditedAs({
  type: 'connector',
  without: ['previousSecret', 'previousSecretEndsAt'],
});
