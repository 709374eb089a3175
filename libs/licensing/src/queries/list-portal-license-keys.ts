import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import type { CustomerAccess } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { Keyring } from '#platform/secrets';
import { CustomerLoader } from './customer-loader.ts';
import type { PortalLicenseKeyView } from './license-key.view.ts';
import { PORTAL_KEY_COLUMNS, portalKeys, toPortalView } from './visible-keys.ts';

/** The license keys of the customer or member, in every status, oldest first. */
export class ListPortalLicenseKeys extends Query<Page<PortalLicenseKeyView>> {
  constructor(
    readonly access: CustomerAccess,
    readonly benefitId: string | undefined,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListPortalLicenseKeys)
export class ListPortalLicenseKeysHandler implements IQueryHandler<ListPortalLicenseKeys> {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly customers: CustomerLoader,
  ) {}

  async execute({ access, benefitId, paging }: ListPortalLicenseKeys): Promise<Page<PortalLicenseKeyView>> {
    let own = portalKeys(this.em, access);
    if (benefitId) own = own.where('benefit_id', '=', benefitId);
    const [rows, { total }, customer] = await Promise.all([
      own.select(PORTAL_KEY_COLUMNS).orderBy('created_at').orderBy('id').limit(paging.limit).offset(offsetOf(paging)).execute(),
      own.select((count) => count.fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
      this.customers.of(access.customerId),
    ]);
    return toPage(
      rows.map((row) => toPortalView(row, customer, this.keyring)),
      Number(total),
      paging,
    );
  }
}
