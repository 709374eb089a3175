import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, readDb } from '#platform/persistence';
import { Keyring } from '#platform/secrets';
import type { LicensingTables } from '../adapters/persistence/license-key.mapping.ts';
import { CustomerLoader } from './customer-loader.ts';
import type { LicenseKeyView } from './license-key.view.ts';
import { KEY_COLUMNS, toView, visibleKeys } from './visible-keys.ts';

/** Values of one filter are alternatives; different filters are combined with AND. */
export interface LicenseKeyFilter {
  readonly organization_id?: readonly string[];
  readonly benefit_id?: readonly string[];
  readonly status?: readonly ('granted' | 'revoked' | 'disabled')[];
  /** The complete key string, or a replaced one that is still valid. */
  readonly key?: string;
}

export class ListLicenseKeys extends Query<Page<LicenseKeyView>> {
  constructor(
    readonly access: Access,
    readonly filter: LicenseKeyFilter,
    readonly paging: Paging,
  ) {
    super();
  }
}

@QueryHandler(ListLicenseKeys)
export class ListLicenseKeysHandler implements IQueryHandler<ListLicenseKeys> {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly customers: CustomerLoader,
    private readonly clock: Clock,
  ) {}

  async execute({ access, filter, paging }: ListLicenseKeys): Promise<Page<LicenseKeyView>> {
    const matching = this.matching(access, filter);
    const [rows, { total }] = await Promise.all([
      matching.select(KEY_COLUMNS).orderBy('created_at').orderBy('id').limit(paging.limit).offset(offsetOf(paging)).execute(),
      matching.select((count) => count.fn.countAll<string>().as('total')).executeTakeFirstOrThrow(),
    ]);
    const items = rows.map(async (row) => toView(row, await this.customers.of(row.customer_id), this.keyring));
    return toPage(await Promise.all(items), Number(total), paging);
  }

  private matching(access: Access, { organization_id, benefit_id, status, key }: LicenseKeyFilter) {
    const organizations = access.narrow(organization_id);
    let keys = visibleKeys(this.em, organizations);
    if (benefit_id) keys = keys.where(anyOf('benefit_id', benefit_id));
    if (status) keys = keys.where('status', 'in', status);
    if (key !== undefined) keys = keys.where('id', 'in', this.matchesString(organizations, key));
    return keys;
  }

  private matchesString(organizations: readonly string[], key: string) {
    return readDb<LicensingTables>(this.em)
      .selectFrom('licensing.key_strings')
      .select('license_key_id')
      .where(anyOf('organization_id', organizations))
      .where('digest', 'in', this.keyring.digests('license-key', key))
      .where((either) => either.or([either('valid_until', 'is', null), either('valid_until', '>', this.clock.now())]));
  }
}
