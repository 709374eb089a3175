import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { pgPool } from '#platform/persistence';
import { ActivationHistory } from '../../domain/activation-history.ts';

const STEP = 1_000;

/**
 * By `ctid`, so that the plan uses the index of the deactivation however many rows there are; the locks keep the rows in their
 * places. Several processes may run: each skips the rows of the others.
 */
export const DELETE_OLD_ACTIVATIONS = `delete from licensing.activations where ctid = any(array(
  select ctid from licensing.activations where deactivated_at < $1 order by deactivated_at limit ${STEP} for update skip locked))`;

@Injectable()
export class PgActivationHistory extends ActivationHistory {
  constructor(private readonly em: EntityManager) {
    super();
  }

  async deleteSome(before: Date): Promise<number> {
    const pool = await pgPool(this.em);
    const query = { name: 'license-keys-delete-old-activations', text: DELETE_OLD_ACTIVATIONS, values: [before] };
    return (await pool.query(query)).rowCount!;
  }
}
