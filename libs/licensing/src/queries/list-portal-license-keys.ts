import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { sql } from 'kysely';
import { Clock, type CustomerAccess, WallClock } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { readDb } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { CustomerLoader } from './customer-loader.ts';
import type { PortalLicenseKeyView } from './license-key.view.ts';
import { keyInManageToken } from './manage-token.ts';
import { isOwnKey, PORTAL_KEY_COLUMNS, type PortalKeyRow, toPortalView } from './visible-keys.ts';

const COLUMNS = sql.raw(PORTAL_KEY_COLUMNS.join(', '));

/** The ID of no key. */
const NONE = '00000000-0000-0000-0000-000000000000';

/** The license keys of the customer or member, in every status, oldest first. */
export class ListPortalLicenseKeys extends Query<Page<PortalLicenseKeyView>> {
  constructor(
    readonly access: CustomerAccess,
    /** Only keys of a benefit, or the one that a `License-Manage-Url` names. */
    readonly only: { readonly benefitId: string | undefined; readonly link: string | undefined },
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
    private readonly clock: Clock,
    private readonly wall: WallClock,
  ) {}

  async execute({ access, only, paging }: ListPortalLicenseKeys): Promise<Page<PortalLicenseKeyView>> {
    const db = readDb<object>(this.em);
    const { benefitId, link } = only;
    const id = link === undefined ? null : (keyInManageToken(this.keyring, access.organizationId, link, this.wall.now()) ?? NONE);
    const ofBenefit = benefitId ? sql` and benefit_id = ${benefitId}` : sql``;
    const own = sql`${isOwnKey(access)}${ofBenefit}${id === null ? sql`` : sql` and id = ${id}`}`;
    const [{ rows }, total, customer] = await Promise.all([
      sql<PortalKeyRow>`select ${COLUMNS} from licensing.license_keys where ${own}
        order by created_at, id limit ${paging.limit} offset ${offsetOf(paging)}`.execute(db),
      sql<{ readonly total: number }>`select count(*) as total from licensing.license_keys where ${own}`.execute(db),
      this.customers.of(access.customerId),
    ]);
    return toPage(
      rows.map((row) => toPortalView(row, customer, { keyring: this.keyring, now: this.clock.now(row.organization_id) })),
      total.rows[0]!.total,
      paging,
    );
  }
}
