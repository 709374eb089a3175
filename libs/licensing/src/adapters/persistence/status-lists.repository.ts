import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { Pool } from 'pg';
import { OrganizationClocks } from '#platform/clocks';
import { BatchLoader, pairKey, pgPool, readByOrganization, unzipPairs } from '#engine/persistence';
import { type ListedStatus, placeOf, STATUS, STATUS_LIST_SIZE, StatusLists } from '../../domain/leases/status-lists.ts';
import { milliseconds } from './sql/milliseconds.ts';

const NOW = `now() + ${milliseconds('r.ahead_ms')}`;

/** The status of a lease or a signed key of the license key `k`; `hasEnded` says when it has ended by itself. */
const statusBy = (hasEnded: string): string => `case
          when ${hasEnded} or k.status = 'revoked' or k.expires_at <= ${NOW}
            or (not k.granted_after_deletion and exists (select from licensing.deleted_customers d
              where d.organization_id = r.organization_id and d.customer_id = k.customer_id)) then ${STATUS.invalid}
          when k.status = 'disabled' then ${STATUS.suspended} else 0 end`;

const LISTED = {
  name: 'status-lists-read',
  text: `select r.organization_id as "organizationId", r.list, l.listed
    from unnest($1::uuid[], $2::bigint[], $3::float8[]) as r (organization_id, list, ahead_ms)
    join licensing.status_indexes x on x.organization_id = r.organization_id and x.next_index > r.list * ${STATUS_LIST_SIZE}
    cross join lateral (select coalesce(json_agg(json_build_array(l.status_index, l.status)), '[]') as listed from (
      select l.status_index, ${statusBy('l.ended_at is not null')} as status
        from licensing.leases l
        join licensing.license_keys k on k.organization_id = l.organization_id and k.id = l.license_key_id
        where l.organization_id = r.organization_id
          and l.status_index >= r.list * ${STATUS_LIST_SIZE} and l.status_index < (r.list + 1) * ${STATUS_LIST_SIZE}
          and l.held_until > ${NOW}
      union all
      select s.serial, ${statusBy(`s.valid_until <= ${NOW}`)} as status
        from licensing.signed_license_keys s
        join licensing.license_keys k on k.organization_id = s.organization_id and k.id = s.license_key_id
        where s.organization_id = r.organization_id
          and s.serial >= r.list * ${STATUS_LIST_SIZE} and s.serial < (r.list + 1) * ${STATUS_LIST_SIZE}
          and (s.ends_at is null or s.ends_at > ${NOW})) l where l.status > 0) l`,
};

interface Row {
  readonly organizationId: string;
  /** A bigint, so a text. */
  readonly list: string;
  readonly listed: readonly (readonly [index: number, status: ListedStatus['status']])[];
}

@Injectable()
export class PgStatusLists extends StatusLists {
  /** A list takes longer to read than other public documents: requests that wait for the same one share it. */
  private readonly lists = new BatchLoader(async (pairs) => {
    const pool = await pgPool(this.em);
    return readByOrganization(this.em, pairs, (some) => this.readAll(pool, some));
  }, 'turn');

  constructor(
    private readonly em: EntityManager,
    private readonly clocks: OrganizationClocks,
  ) {
    super();
  }

  read(organizationId: string, list: number): Promise<readonly ListedStatus[] | undefined> {
    return this.lists.read(pairKey(organizationId, String(list)));
  }

  private async readAll(pool: Pool, pairs: readonly string[]): Promise<ReadonlyMap<string, readonly ListedStatus[]>> {
    const [organizations, numbers] = unzipPairs(pairs);
    const aheadMs = organizations.map((id) => this.clocks.aheadMs(id));
    const { rows } = await pool.query<Row>({ ...LISTED, values: [organizations, numbers, aheadMs] });
    return new Map(
      rows.map(({ organizationId, list, listed }) => [
        pairKey(organizationId, list),
        listed.map(([index, status]) => ({ place: placeOf(index), status })),
      ]),
    );
  }
}
