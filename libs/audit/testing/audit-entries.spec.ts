import { pgPool } from '#engine/persistence';
import { freshOrm } from '../../../test/support/fresh-orm.ts';
import { PgAuditEntries } from '../src/adapters/persistence/audit-entries.repository.ts';
import { auditTables } from '../src/index.ts';
import { auditEntriesContract } from './audit-entries.contract.ts';

auditEntriesContract('PostgreSQL', async () => {
  const { orm, close } = await freshOrm(auditTables);
  const pool = await pgPool(orm.em);
  return {
    entries: new PgAuditEntries(orm.em),
    add: async (added) => {
      await pool.query(
        `insert into platform.audit_log (organization_id, id, created_at, actor_type, address, operation, action, resource_type,
           resource_id, customer_id, changes)
         select "organizationId", id, "createdAt", "actorType", address, 'x', 'updated', 'order', gen_random_uuid(), "customerId", changes
         from jsonb_to_recordset($1) as e (id uuid, "organizationId" uuid, "createdAt" timestamptz, "actorType" text, address text,
           "customerId" uuid, changes jsonb)`,
        [JSON.stringify(added)],
      );
    },
    ofOrganization: async (id) =>
      (
        await pool.query(
          `select id, organization_id as "organizationId", created_at as "createdAt", actor_type as "actorType", address,
             customer_id as "customerId", changes from platform.audit_log where organization_id = $1`,
          [id],
        )
      ).rows,
    close,
  };
});
