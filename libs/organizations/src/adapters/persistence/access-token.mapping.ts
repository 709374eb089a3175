import { defineEntity, p } from '@mikro-orm/postgresql';
import { AccessToken } from '../../domain/access-token.ts';

/** Keeps no `last_used_at`: that is written behind, past the aggregate. */
export const AccessTokenMapping = defineEntity({
  class: AccessToken,
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
