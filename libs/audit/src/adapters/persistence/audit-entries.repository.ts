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
const deletion = (table: string, which: string): string => `delete from ${table} where ${which} and ctid = any(array(
    select ctid from ${table} where ${which} and created_at < $1 limit ${STEP} for update skip locked))`;
/** Entries, and their links in the chain. */
const TABLES = ['platform.audit_log', 'audit.links'];

@Injectable()
export class PgAuditEntries extends AuditEntries {
  constructor(private readonly em: EntityManager) {
    super();
  }

  eraseSome(organizationId: string, customerId: string): Promise<number> {
    return this.run('audit-erase', ERASE, [organizationId, customerId]);
  }

  async deleteSome(before: Date): Promise<number> {
    let deleted = 0;
    for (const table of TABLES) deleted += await this.deleteFrom(table, before);
    return deleted;
  }

  /** Citus locks rows of one organization only. */
  private async deleteFrom(table: string, before: Date): Promise<number> {
    const pool = await pgPool(this.em);
    if (!(await isCoordinator(pool))) return this.run(`${table}-delete`, deletion(table, 'true'), [before]);
    const some = `select organization_id from ${table} where created_at < $1 limit 1`;
    const { rows } = await pool.query<{ organization_id: string }>(some, [before]);
    if (!rows[0]) return 0;
    return this.run(`${table}-delete-of-one`, deletion(table, 'organization_id = $2'), [before, rows[0].organization_id]);
  }

  private async run(name: string, text: string, values: unknown[]): Promise<number> {
    const pool = await pgPool(this.em);
    return (await pool.query({ name, text, values })).rowCount!;
  }
}
