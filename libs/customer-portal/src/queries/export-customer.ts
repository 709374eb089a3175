import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { Clock, type CustomerAccess } from '#kernel';
import { readDb, streamList } from '#engine/persistence';
import type { StreamedList } from '#support/streamed-lists';
import type { MemberTables } from '../adapters/persistence/member.mapping.ts';
import {
  ExportDownloads,
  type ExportedDownloadView,
  type ExportedLicenseKey,
  type ExportedPurchases,
  ExportLicenseKeys,
  ExportPurchases,
  type MemberView,
} from '../views/index.ts';
import type { CustomerExportView } from './customer-export.view.ts';
import { GetOwnDetails } from './get-own-details.ts';
import { MEMBER_COLUMNS } from './member-rows.ts';

/** A `CustomerExportView` whose lists are read when they are written. */
export interface CustomerExport extends Pick<CustomerExportView, 'exported_at' | 'customer'> {
  /** Empty for who does not see sales. */
  readonly subscriptions: ExportedPurchases['subscriptions'] | [];
  readonly orders: ExportedPurchases['orders'] | [];
  readonly benefit_grants: ExportedPurchases['benefit_grants'];
  readonly members: StreamedList<MemberView>;
  readonly license_keys: StreamedList<ExportedLicenseKey>;
  readonly downloads: StreamedList<ExportedDownloadView>;
}

/** All stored data of a customer that the caller may see. */
export class ExportCustomer extends Query<CustomerExport> {
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

  async execute({ access }: ExportCustomer): Promise<CustomerExport> {
    return {
      exported_at: this.clock.now(),
      customer: await this.queries.execute(new GetOwnDetails(access)),
      members: this.members(access),
      license_keys: await this.queries.execute(new ExportLicenseKeys(access)),
      downloads: await this.queries.execute(new ExportDownloads(access)),
      ...(await this.queries.execute(new ExportPurchases(access))),
    };
  }

  /** Owners and billing managers see all members, other members only themselves. */
  private members({ customerId, organizationId, member, seesUnassigned }: CustomerAccess): StreamedList<MemberView> {
    const team = readDb<MemberTables>(this.em)
      .selectFrom('customer_portal.members')
      .select(MEMBER_COLUMNS)
      .where('organization_id', '=', organizationId)
      .where('customer_id', '=', customerId)
      .where('deleted_at', 'is', null);
    return streamList(this.em, { query: member && !seesUnassigned ? team.where('id', '=', member.id) : team, large: ['name'] });
  }
}
