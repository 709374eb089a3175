import { EntityManager } from '@mikro-orm/postgresql';
import { type IQueryHandler, QueryHandler } from '@nestjs/cqrs';
import { type RawBuilder, sql } from 'kysely';
import { readDb } from '#engine/persistence';
import { FindKeyHistory, FindLicenseKey, type FoundLicenseKey, type KeyHistoryItem } from '../contract/index.ts';
import { LicenseKeyLoader } from './license-key-loader.ts';

interface Row extends Pick<KeyHistoryItem, 'id' | 'created_at' | 'type'> {
  readonly label: string | null;
  readonly deactivated_at: Date | null;
  readonly leased_until: Date | null;
  readonly reason: string | null;
  readonly operation: string | null;
  readonly code: string | null;
  readonly count: number | null;
}

@QueryHandler(FindLicenseKey)
export class FindLicenseKeyHandler implements IQueryHandler<FindLicenseKey> {
  constructor(private readonly keys: LicenseKeyLoader) {}

  async execute({ organizations, id }: FindLicenseKey): Promise<FoundLicenseKey | undefined> {
    const key = await this.keys.find(organizations, id);
    return key && { organizationId: key.organization_id, benefitId: key.benefit_id, customerId: key.customer_id };
  }
}

@QueryHandler(FindKeyHistory)
export class FindKeyHistoryHandler implements IQueryHandler<FindKeyHistory> {
  constructor(private readonly em: EntityManager) {}

  async execute({ organizationId, id: keyId, page: { after, limit } }: FindKeyHistory): Promise<KeyHistoryItem[]> {
    const own = (table: string): RawBuilder<unknown> =>
      sql`${sql.ref(`${table}.organization_id`)} = ${organizationId}::uuid and ${sql.ref(`${table}.license_key_id`)} = ${keyId}::uuid`;
    /** The page of a source, by the column of its time. */
    const page = (at: string, id: string): RawBuilder<unknown> => {
      const [time, key] = [sql.ref(at), sql.ref(id)];
      const before = after ? sql`(${time}, ${key}) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql`true`;
      return sql`${time} is not null and ${before} order by ${time} desc, ${key} desc limit ${limit}`;
    };
    const activation = sql`a.label, a.deactivated_at`;
    const none = sql`null::text as operation, null::text as code, null::int as count`;
    const leases = sql`licensing.leases l join licensing.activations a on a.organization_id = l.organization_id and a.id = l.activation_id`;
    const lease = sql`${activation}, l.held_until as leased_until, null::text as reason, ${none} from ${leases} where ${own('l')}`;
    /** Current activations and ended ones are in different indexes. */
    const activations = (which: 'is null' | 'is not null') => sql`
      (select a.id, a.created_at, 'activation' as type, ${activation}, null::timestamptz as leased_until, null::text as reason, ${none}
        from licensing.activations a where ${own('a')} and a.deactivated_at ${sql.raw(which)} and ${page('a.created_at', 'a.id')})`;
    const { rows } = await sql<Row>`
      ${activations('is null')}
      union all
      ${activations('is not null')}
      union all
      (select a.id, a.deactivated_at, 'deactivation', ${activation}, null, null, ${none}
        from licensing.activations a where ${own('a')} and ${page('a.deactivated_at', 'a.id')})
      union all
      (select l.id, l.issued_at, 'lease', ${lease} and ${page('l.issued_at', 'l.id')})
      union all
      (select l.id, l.returned_at, 'lease_end', ${lease} and ${page('l.returned_at', 'l.id')})
      union all
      (select l.id, l.place_until, 'place_end', ${activation}, l.held_until, l.place_end_reason, ${none}
        from ${leases} where ${own('l')} and l.place_end_reason is not null and ${page('l.place_until', 'l.id')})
      union all
      (select r.id, r.last_at, 'refusal', null, null, null, null, r.operation, r.code, r.count::int
        from licensing.key_refusals r where ${own('r')} and ${page('r.last_at', 'r.id')})`.execute(readDb<object>(this.em));
    return rows.map(toItem);
  }
}

const toItem = ({
  id,
  created_at,
  type,
  label,
  deactivated_at,
  leased_until,
  reason,
  operation,
  code,
  count,
}: Row): KeyHistoryItem => ({
  id,
  created_at,
  type,
  activation: label === null ? null : { label, deactivated_at, leased_until, reason },
  refusal: code === null ? null : { operation: operation as 'activate', code, count: count! },
});
