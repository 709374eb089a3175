import { defineEntity, p } from '@mikro-orm/postgresql';
import { entityClass } from '#platform/persistence';
import { AccessToken } from '../../domain/access-token.ts';

/** The row as queries see it. */
export interface AccessTokensTable {
  readonly id: string;
  readonly organization_id: string | null;
  readonly user_id: string | null;
  readonly expires_at: Date | null;
  readonly comment: string;
  readonly scopes: string[];
  readonly last_used_at: Date | null;
  readonly created_at: Date;
  readonly modified_at: Date | null;
}

export interface AccessTokenTables {
  readonly 'organizations.access_tokens': AccessTokensTable;
}

/** Keeps no `last_used_at`: that is written behind, past the aggregate. */
export const AccessTokenMapping = defineEntity({
  class: entityClass(AccessToken),
  schema: 'organizations',
  tableName: 'access_tokens',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid().nullable(),
    userId: p.uuid().nullable(),
    digest: p.blob(),
    expiresAt: p.datetime(3).nullable(),
    comment: p.text(),
    scopes: p.json(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
  },
});
