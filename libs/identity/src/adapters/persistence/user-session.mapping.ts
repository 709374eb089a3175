import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { aggregateRows } from '#engine/persistence';
import { type SignInMethod, UserSession } from '../../domain/user-session.ts';

export const UserSessionMapping = defineEntity({
  name: 'UserSessionRow',
  schema: 'identity',
  tableName: 'user_sessions',
  properties: {
    id: p.uuid().primary(),
    userId: p.uuid(),
    digest: p.blob().$type<Buffer>(),
    methods: p.json<SignInMethod[]>(),
    authenticatedAt: p.datetime(3),
    expiresAt: p.datetime(3),
    lastUsedAt: p.datetime(3),
    userAgent: p.text().nullable(),
    address: p.text().nullable(),
    providerOrganizationId: p.uuid().nullable(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
  },
});

export const userSessionRows = aggregateRows(UserSession, UserSessionMapping).auditedAs({
  type: 'user_session',
  without: ['digest', 'lastUsedAt'],
});

export interface UserSessionTables {
  'identity.user_sessions': InferKyselyTable<typeof UserSessionMapping>;
}
