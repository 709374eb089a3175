import { defineEntity, p } from '@mikro-orm/postgresql';
import { entityClass } from '#platform/persistence';
import type { MemberRole } from '#kernel';
import { Member } from '../../domain/member.ts';

/** The row as queries see it. */
export interface MembersTable {
  readonly id: string;
  readonly organization_id: string;
  readonly customer_id: string;
  readonly email: string;
  readonly email_key: string;
  readonly name: string | null;
  readonly external_id: string | null;
  readonly role: MemberRole;
  readonly created_at: Date;
  readonly modified_at: Date | null;
  readonly deleted_at: Date | null;
}

export interface MemberTables {
  readonly 'customer_portal.members': MembersTable;
}

export const MemberMapping = defineEntity({
  class: entityClass(Member),
  schema: 'customer_portal',
  tableName: 'members',
  properties: {
    id: p.uuid().primary(),
    organizationId: p.uuid(),
    customerId: p.uuid(),
    email: p.text(),
    emailKey: p.text().getter().hydrate(false),
    name: p.text().nullable(),
    externalId: p.text().nullable(),
    role: p.text(),
    created_at: p.datetime(3).onCreate(() => new Date()),
    modified_at: p
      .datetime(3)
      .nullable()
      .onUpdate(() => new Date()),
    deletedAt: p.datetime(3).nullable(),
  },
});
