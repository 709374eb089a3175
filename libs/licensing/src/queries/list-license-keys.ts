import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { type Access, Clock } from '#kernel';
import { offsetOf, type Page, type Paging, toPage } from '#platform/http';
import { anyOf, readDb } from '#platform/persistence';
import { Keyring } from '#platform/secrets';
import { CustomerLoader } from './customer-loader.ts';
import type { LicenseKeyView } from './license-key.view.ts';
import { KEY_COLUMNS, type KeyRow, toView } from './visible-keys.ts';

const COLUMNS = sql.raw(KEY_COLUMNS.join(', '));

interface Total {
  readonly total: number;
}

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
    const db = readDb<object>(this.em);
    const matching = this.matching(access, filter);
    const [{ rows }, total] = await Promise.all([
      sql<KeyRow>`select ${COLUMNS} from licensing.license_keys where ${matching}
        order by created_at, id limit ${paging.limit} offset ${offsetOf(paging)}`.execute(db),
      sql<Total>`select count(*) as total from licensing.license_keys where ${matching}`.execute(db),
    ]);
    const customers = await this.customers.ofAll(rows.map(({ customer_id }) => customer_id));
    const items = rows.map((row) => toView(row, customers.get(row.customer_id)!, this.keyring));
    return toPage(items, total.rows[0]!.total, paging);
  }

  private matching(access: Access, { organization_id, benefit_id, status, key }: LicenseKeyFilter): RawBuilder<unknown> {
    const organizations = access.narrow(organization_id);
    const conditions = [anyOf('organization_id', organizations)];
    if (benefit_id) conditions.push(anyOf('benefit_id', benefit_id));
    if (status) conditions.push(sql`status = any(${status}::text[])`);
    if (key !== undefined) conditions.push(sql`id in (${this.withString(organizations, key)})`);
    return sql.join(conditions, sql` and `);
  }

  private withString(organizations: readonly string[], key: string): RawBuilder<unknown> {
    return sql`select license_key_id from licensing.key_strings
      where ${anyOf('organization_id', organizations)} and digest = any(${this.keyring.digests('license-key', key)}::bytea[])
        and (valid_until is null or valid_until > ${this.clock.now()})`;
  }
}
