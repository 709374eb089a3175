import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { aggregateRows } from '#engine/persistence';
import { User } from '../../domain/user.ts';

export const UserMapping = defineEntity({
  name: 'UserRow',
  schema: 'organizations',
  tableName: 'users',
  properties: {
    id: p.uuid().primary(),
    email: p.text(),
    quotaUserId: p.uuid().nullable(),
    blockedAt: p.datetime(3).nullable(),
    trustedAt: p.datetime(3).nullable(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
  },
});

export const userRows = aggregateRows(User, UserMapping).auditedAs({ type: 'user' });

export interface UserTables {
  'organizations.users': InferKyselyTable<typeof UserMapping>;
}
