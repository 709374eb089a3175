import { defineEntity, p } from '@mikro-orm/core';
import type { InferKyselyTable } from '@mikro-orm/postgresql';
import { aggregateRows } from '#engine/persistence';
import type { MemberRole } from '#kernel';
import { Member } from '../../domain/member.ts';

export const MemberMapping = defineEntity({
  name: 'MemberRow',
  schema: 'customer_portal',
  tableName: 'members',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    customerId: p.uuid(),
    email: p.text(),
    emailKey: p.text(),
    name: p.text().nullable(),
    externalId: p.text().nullable(),
    role: p.text().$type<MemberRole>(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
    deletedAt: p.datetime(3).nullable(),
    mergedInto: p.uuid().nullable(),
    sessionGeneration: p.integer(),
  },
});

export const memberRows = aggregateRows(Member, MemberMapping).auditedAs({ type: 'member', without: ['emailKey'] });

export interface MemberTables {
  'customer_portal.members': InferKyselyTable<typeof MemberMapping>;
}
