import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { pgPool } from '#platform/persistence';
import { AuditEntries } from '../../domain/audit-entries.ts';

const STEP = 1_000;

/** The address of a seller is not about the customer. */
const ERASE = `update platform.audit_log set changes = null,
    address = case when actor_type in ('customer', 'member', 'anonymous') then null else address end
  where ctid = any(array(
    select ctid from platform.audit_log
    where organization_id = $1 and customer_id = $2
      and (changes is not null or (address is not null and actor_type in ('customer', 'member', 'anonymous')))
    limit ${STEP} for update))`;

/** Several processes may run: each skips the rows of the others. The index on the time is small and knows ranges of rows. */
const DELETE = `delete from platform.audit_log where ctid = any(array(
    select ctid from platform.audit_log where created_at < $1 limit ${STEP} for update skip locked))`;

@Injectable()
export class PgAuditEntries extends AuditEntries {
  constructor(private readonly em: EntityManager) {
    super();
  }

  eraseSome(organizationId: string, customerId: string): Promise<number> {
    return this.run('audit-erase', ERASE, [organizationId, customerId]);
  }

  deleteSome(before: Date): Promise<number> {
    return this.run('audit-delete', DELETE, [before]);
  }

  private async run(name: string, text: string, values: unknown[]): Promise<number> {
    const pool = await pgPool(this.em);
    return (await pool.query({ name, text, values })).rowCount!;
  }
}
