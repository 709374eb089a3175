import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { OrganizationClocks } from '#platform/clocks';
import { pgPool } from '#platform/persistence';
import { type ListedStatus, placeOf, STATUS, STATUS_LIST_SIZE, StatusLists } from '../../domain/leases/status-lists.ts';
import { milliseconds } from './sql/milliseconds.ts';

const LISTED = {
  name: 'status-lists-read',
  text: `select x.next_index > $2::int as "exists", l.listed from licensing.status_indexes x
    cross join lateral (select coalesce(json_agg(json_build_array(l.status_index, l.status)), '[]') as listed from (
      select l.status_index, case
          when l.ended_at is not null or k.status = 'revoked' or k.expires_at <= now() + ${milliseconds('$4::float8')}
            or (not k.granted_after_deletion and exists (select from licensing.deleted_customers d
              where d.organization_id = k.organization_id and d.customer_id = k.customer_id)) then ${STATUS.invalid}
          when k.status = 'disabled' then ${STATUS.suspended} else 0 end as status
        from licensing.leases l
        join licensing.license_keys k on k.organization_id = l.organization_id and k.id = l.license_key_id
        where l.organization_id = x.organization_id and l.status_index >= $2 and l.status_index < $3
          and l.held_until > now() + ${milliseconds('$4::float8')}) l where l.status > 0) l
    where x.organization_id = $1::uuid`,
};

interface Row {
  readonly exists: boolean;
  readonly listed: readonly (readonly [index: number, status: ListedStatus['status']])[];
}

@Injectable()
export class PgStatusLists extends StatusLists {
  constructor(
    private readonly em: EntityManager,
    private readonly clocks: OrganizationClocks,
  ) {
    super();
  }

  async read(organizationId: string, list: number): Promise<readonly ListedStatus[] | undefined> {
    const first = list * STATUS_LIST_SIZE;
    const pool = await pgPool(this.em);
    const values = [organizationId, first, first + STATUS_LIST_SIZE, this.clocks.aheadMs(organizationId)];
    const { rows } = await pool.query<Row>({ ...LISTED, values });
    if (!rows[0]?.exists) return undefined;
    return rows[0].listed.map(([index, status]) => ({ place: placeOf(index), status }));
  }
}
