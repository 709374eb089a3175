import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { ExportPurchases } from '#entitlements/contract';
import { Clock, type CustomerAccess } from '#kernel';
import { ExportLicenseKeys } from '#licensing/contract';
import { readDb } from '#platform/persistence';
import type { MemberTables } from '../adapters/persistence/member.mapping.ts';
import type { MemberView } from '../contract/index.ts';
import type { CustomerExportView } from './customer-export.view.ts';
import { GetOwnDetails } from './get-own-details.ts';
import { MEMBER_COLUMNS } from './member-rows.ts';

/** All stored data of a customer that the caller may see. */
export class ExportCustomer extends Query<CustomerExportView> {
  constructor(readonly access: CustomerAccess) {
    super();
  }
}

@QueryHandler(ExportCustomer)
export class ExportCustomerHandler implements IQueryHandler<ExportCustomer> {
  constructor(
    private readonly em: EntityManager,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access }: ExportCustomer): Promise<CustomerExportView> {
    const [customer, members, license_keys, purchases] = await Promise.all([
      this.queries.execute(new GetOwnDetails(access)),
      this.members(access),
      this.queries.execute(new ExportLicenseKeys(access)),
      this.queries.execute(new ExportPurchases(access)),
    ]);
    return { exported_at: this.clock.now(), customer, members, license_keys, ...purchases };
  }

  /** Owners and billing managers see all members, other members only themselves. */
  private members({ customerId, organizationId, member, seesUnassigned }: CustomerAccess): Promise<MemberView[]> {
    const team = readDb<MemberTables>(this.em)
      .selectFrom('customer_portal.members')
      .select(MEMBER_COLUMNS)
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where('deleted_at', 'is', null)
      .orderBy('created_at')
      .orderBy('id');
    return (member && !seesUnassigned ? team.where('id', '=', member.id) : team).execute();
  }
}
