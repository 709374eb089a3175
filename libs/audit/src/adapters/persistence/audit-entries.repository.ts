import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { isCoordinator, pgPool } from '#engine/persistence';
import { AuditEntries } from '../../domain/audit-entries.ts';

const STEP = 1_000;

/** The address of a seller is not about the customer. */
const ERASE = `update platform.audit_log set changes = null,
    address = case when actor_type in ('customer', 'member', 'anonymous') then null else address end
  where organization_id = $1 and ctid = any(array(
    select ctid from platform.audit_log
    where organization_id = $1 and customer_id = $2
      and (changes is not null or (address is not null and actor_type in ('customer', 'member', 'anonymous')))
    limit ${STEP} for update))`;

/** Several processes may run: each skips the rows of the others. The index on the time is small and knows ranges of rows. */
const deletion = (which: string): string => `delete from platform.audit_log where ${which} and ctid = any(array(
    select ctid from platform.audit_log where ${which} and created_at < $1 limit ${STEP} for update skip locked))`;
const DELETE = deletion('true');
/** Citus locks rows of one organization only. */
const DELETE_OF_ONE = deletion('organization_id = $2');
const SOME_ORGANIZATION = 'select organization_id from platform.audit_log where created_at < $1 limit 1';

@Injectable()
export class PgAuditEntries extends AuditEntries {
  constructor(private readonly em: EntityManager) {
    super();
  }

  eraseSome(organizationId: string, customerId: string): Promise<number> {
    return this.run('audit-erase', ERASE, [organizationId, customerId]);
  }

  async deleteSome(before: Date): Promise<number> {
    const pool = await pgPool(this.em);
    if (!(await isCoordinator(pool))) return this.run('audit-delete', DELETE, [before]);
    const { rows } = await pool.query<{ organization_id: string }>(SOME_ORGANIZATION, [before]);
    return rows[0] ? this.run('audit-delete-of-one', DELETE_OF_ONE, [before, rows[0].organization_id]) : 0;
  }

  private async run(name: string, text: string, values: unknown[]): Promise<number> {
    const pool = await pgPool(this.em);
    return (await pool.query({ name, text, values })).rowCount!;
  }
}
