import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { readDb } from '#platform/persistence';
import type { MemberTables } from '../adapters/persistence/member.mapping.ts';
import { FindMemberOfCustomer, type MemberSelector, type MemberView } from '../contract/index.ts';
import { MEMBER_COLUMNS } from './member-rows.ts';

function criterion(by: MemberSelector): readonly ['id' | 'external_id' | 'email_key' | 'role', string] {
  if ('id' in by) return ['id', by.id];
  if ('role' in by) return ['role', by.role];
  return 'externalId' in by ? ['external_id', by.externalId] : ['email_key', by.email.toLowerCase()];
}

@QueryHandler(FindMemberOfCustomer)
export class FindMemberOfCustomerHandler implements IQueryHandler<FindMemberOfCustomer> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, customerId, by }: FindMemberOfCustomer): Promise<MemberView | null> {
    const [column, value] = criterion(by);
    const found = await readDb<MemberTables>(this.em)
      .selectFrom('customer_portal.members')
      .select(MEMBER_COLUMNS)
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where(column, '=', value)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    return found ?? null;
  }
}
