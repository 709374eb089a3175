import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { type Kysely, type RawBuilder, sql } from 'kysely';
import { customerIdsFilter } from '#customer-portal/contract';
import { FindGrantIds } from '#entitlements/contract';
import { type Access, Clock } from '#kernel';
import { type MetadataFilter, offsetOf, type Page, type Paging, toPage } from '#platform/http';
import {
  anyOf,
  areRowsCounted,
  findByMetadata,
  findByTags,
  fixedRead,
  type FoundByTags,
  givenFilters,
  isTagged,
  metadataMatches,
  type Total,
  totalOfRows,
} from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { LICENSE_KEY_TAGS } from '../adapters/persistence/sql/license-key-tags.ts';
import { isTyped, type TypedDigests, typedDigests } from '../adapters/persistence/sql/typed-strings.ts';
import { COUNTED_KEYS, facetsOfKeys } from './counted-keys.ts';
import { CustomerLoader } from './customer-loader.ts';
import type { LicenseKeyView } from './license-key.view.ts';
import { KEY_COLUMNS, type KeyRow, toView } from './visible-keys.ts';

const COLUMNS = sql.raw(KEY_COLUMNS.join(', '));

/** Values of one filter are alternatives; different filters are combined with AND. */
export interface LicenseKeyFilter {
  readonly organization_id?: readonly string[];
  readonly benefit_id?: readonly string[];
  readonly customer_id?: readonly string[];
  readonly external_customer_id?: readonly string[];
  /** Keys that came with these purchases. */
  readonly order_id?: readonly string[];
  readonly subscription_id?: readonly string[];
  readonly status?: readonly ('granted' | 'revoked' | 'disabled')[];
  /** The complete key string, or a replaced one that is still valid, however it is written. */
  readonly key?: string;
  readonly metadata?: MetadataFilter;
  readonly tag?: readonly string[];
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

/** The filter with the organizations that the caller may see, and with the digests of the key string now. */
interface Wanted extends Pick<LicenseKeyFilter, 'benefit_id' | 'status' | 'metadata'> {
  readonly organizations: readonly string[];
  /** The keys with the metadata, if they are few. */
  readonly ids?: readonly string[];
  readonly tagged: FoundByTags | undefined;
  readonly customers: readonly string[] | undefined;
  readonly grants: readonly string[] | undefined;
  readonly key: { readonly digests: TypedDigests; readonly now: Date } | undefined;
  /** What counts have of the keys, if they have all that is asked. */
  readonly facets: readonly string[] | undefined;
}

function matching({
  organizations,
  ids,
  benefit_id,
  customers,
  grants,
  status,
  key,
  metadata,
  tagged,
}: Wanted): RawBuilder<unknown> {
  const conditions = [anyOf('organization_id', organizations)];
  if (ids) conditions.push(anyOf('id', ids));
  if (benefit_id) conditions.push(anyOf('benefit_id', benefit_id));
  if (customers) conditions.push(anyOf('customer_id', customers));
  if (grants) conditions.push(anyOf('grant_id', grants));
  if (status) conditions.push(sql`status = any(${status}::text[])`);
  if (metadata) conditions.push(metadataMatches(metadata));
  if (tagged) conditions.push(isTagged(LICENSE_KEY_TAGS, 'license_keys', tagged));
  if (key) {
    const withString = sql`select s.license_key_id from licensing.key_strings s
      where ${anyOf('s.organization_id', organizations)} and ${isTyped(key.digests, organizations)}
        and (s.valid_until is null or s.valid_until > ${key.now})`;
    conditions.push(sql`id in (${withString})`);
  }
  return sql.join(conditions, sql` and `);
}

/** The keys before the page are skipped in their index: only those of the page are read. */
const readPage = fixedRead(
  (_db: Kysely<object>, wanted: Wanted, { offset, limit }: { offset: number; limit: number }) =>
    sql<KeyRow>`select ${COLUMNS} from licensing.license_keys
      where (organization_id, id) in (
        select organization_id, id from licensing.license_keys where ${matching(wanted)} order by created_at, id limit ${limit} offset ${offset}
      ) order by created_at, id`,
);

const readTotal = fixedRead((_db: Kysely<object>, wanted: Wanted) =>
  totalOfRows(sql<Total>`select count(*) as total from licensing.license_keys where ${matching(wanted)}`, {
    ...wanted,
    counted: COUNTED_KEYS,
  }),
);

@QueryHandler(ListLicenseKeys)
export class ListLicenseKeysHandler implements IQueryHandler<ListLicenseKeys> {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
    private readonly customers: CustomerLoader,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, filter, paging }: ListLicenseKeys): Promise<Page<LicenseKeyView>> {
    const wanted = await this.wanted(access, filter);
    const [rows, [counted]] = await Promise.all([
      readPage(this.em, wanted, { offset: offsetOf(paging), limit: paging.limit }),
      readTotal(this.em, wanted),
    ]);
    const customers = await this.customers.ofAll(rows.map(({ customer_id }) => customer_id));
    const items = rows.map((row) =>
      toView(row, customers.get(row.customer_id)!, { keyring: this.keyring, now: this.clock.now(row.organization_id) }),
    );
    return toPage(items, counted!.total, paging);
  }

  private async wanted(access: Access, filter: LicenseKeyFilter): Promise<Wanted> {
    const { organization_id, customer_id, external_customer_id, key, benefit_id, status, metadata, tag } = filter;
    const organizations = access.narrow(organization_id);
    const [areCounted, customers, grants, found, tagged] = await Promise.all([
      areRowsCounted(this.em),
      customerIdsFilter(this.queries, organizations, customer_id, external_customer_id),
      this.grantsOf(organizations, filter),
      findByMetadata(this.em, 'licensing.license_keys', organizations, metadata),
      findByTags(this.em, LICENSE_KEY_TAGS, organizations, tag),
    ]);
    const digests = key === undefined ? undefined : typedDigests(this.keyring, key);
    const strings = digests && { digests, now: this.clock.now() };
    const isCounted = areCounted && givenFilters(filter).every((name) => name === 'benefit_id' || name === 'status');
    const facets = isCounted ? facetsOfKeys(benefit_id, status) : undefined;
    return { organizations, customers, grants, benefit_id, status, key: strings, tagged, ...found, facets };
  }

  /** The grants of the orders, of the subscriptions, or of both if both are given; undefined without such a filter. */
  private async grantsOf(organizations: readonly string[], { order_id, subscription_id }: LicenseKeyFilter) {
    const wanted = [order_id && { orderIds: order_id }, subscription_id && { subscriptionIds: subscription_id }].filter(Boolean);
    if (wanted.length === 0) return undefined;
    const [first, ...others] = await Promise.all(
      wanted.map((each) => this.queries.execute(new FindGrantIds(organizations, each!))),
    );
    return first!.filter((id) => others.every((grants) => grants.includes(id)));
  }
}
