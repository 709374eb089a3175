import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { aggregateRows } from '#engine/persistence';
import { AccessToken } from '../../domain/access-token.ts';

export const AccessTokenMapping = defineEntity({
  name: 'AccessTokenRow',
  schema: 'organizations',
  tableName: 'access_tokens',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().nullable(),
    userId: p.uuid().nullable(),
    providerOrganizationId: p.uuid().nullable(),
    authorizedAt: p.datetime(3).nullable(),
    digest: p.blob().$type<Buffer>(),
    expiresAt: p.datetime(3).nullable(),
    comment: p.text(),
    scopes: p.json<string[]>(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
  },
});

export const accessTokenRows = aggregateRows(AccessToken, AccessTokenMapping).auditedAs({
  type: 'access_token',
  without: ['digest'],
});

/** `last_used_at` is not part of the aggregate: it is written later, in batches. */
export type AccessTokenRow = InferKyselyTable<typeof AccessTokenMapping> & { last_used_at: Date | null };

export interface AccessTokenTables {
  'organizations.access_tokens': AccessTokenRow;
}
