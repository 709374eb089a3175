import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import type { QueryResult } from 'pg';
import { isCoordinator, pgPool } from '#engine/persistence';
import { ActivationHistory } from '../../domain/activations/activation-history.ts';

const STEP = 1_000;
/** Whether an activation stays because of its lease. */
const IS_HELD = '(l.held_until > now() or l.holds_slot)';

/**
 * Rows are found by `ctid`, and by subqueries that are not joins, so that the plan uses indexes however many rows there are; the locks keep the rows in their
 * places. Several processes may run: each skips the rows of the others. An activation whose lease is held, or holds its slot, stays.
 */
const deletion = (which: (table: string) => string): string => `with deleted as (
    delete from licensing.activations where ${which('activations')} and ctid = any(array(
      select a.ctid from licensing.activations a
        where ${which('a')} and a.deactivated_at < $1 and (select ${IS_HELD} from licensing.leases l
          where l.organization_id = a.organization_id and ${which('l')} and l.activation_id = a.id limit 1) is not true
        order by a.deactivated_at limit ${STEP} for update of a skip locked))
    returning organization_id, id),
  leases as (
    delete from licensing.leases where ${which('leases')} and ctid = any(array(
      select l.ctid from deleted d cross join lateral (
        select ctid from licensing.leases l
        where l.organization_id = d.organization_id and ${which('l')} and l.activation_id = d.id limit 1) l)))
  select count(*)::int as deleted from deleted`;

export const DELETE_OLD_ACTIVATIONS = deletion(() => 'true');
/** Citus locks rows of one organization only. */
const DELETE_OF_ONE = deletion((table) => `${table}.organization_id = $2::uuid`);
/** One of those that have an activation to delete. */
const SOME_ORGANIZATION = `
  select a.organization_id from licensing.activations a
  left join licensing.leases l on l.organization_id = a.organization_id and l.activation_id = a.id
  where a.deactivated_at < $1 and ${IS_HELD} is not true limit 1`;

@Injectable()
export class PgActivationHistory extends ActivationHistory {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async deleteSome(before: Date): Promise<number> {
    const pool = await pgPool(this.em);
    if (!(await isCoordinator(pool))) {
      return deletedBy(
        await pool.query({ name: 'license-keys-delete-old-activations', text: DELETE_OLD_ACTIVATIONS, values: [before] }),
      );
    }
    const { rows } = await pool.query<{ organization_id: string }>(SOME_ORGANIZATION, [before]);
    return rows[0] ? deletedBy(await pool.query(DELETE_OF_ONE, [before, rows[0].organization_id])) : 0;
  }
}

const deletedBy = ({ rows }: QueryResult<{ deleted: number }>): number => rows[0]!.deleted;
