import { Migration } from '@mikro-orm/migrations';

/** Who changed what. Every index ends with the order of the log, so that a page of each filter is read in index order. */
export class Migration20261124_0800_AuditLog extends Migration {
  override up(): void {
    this.addSql(`
      create table platform.audit_log (
        organization_id uuid not null,
        id uuid not null default gen_random_uuid(),
        created_at timestamptz(3) not null default clock_timestamp(),
        actor_type text not null,
        actor_id uuid,
        credential_id uuid,
        address text,
        cause text,
        operation text not null,
        action text not null,
        resource_type text not null,
        resource_id uuid not null,
        customer_id uuid,
        changes jsonb,
        primary key (organization_id, created_at, id)
      );
      create index audit_log_by_resource on platform.audit_log (organization_id, resource_id, created_at, id);
      create index audit_log_by_resource_type on platform.audit_log (organization_id, resource_type, created_at, id);
      create index audit_log_by_operation on platform.audit_log (organization_id, operation, created_at, id);
      create index audit_log_by_actor on platform.audit_log (organization_id, actor_id, created_at, id) where actor_id is not null;
      create index audit_log_by_customer on platform.audit_log (organization_id, customer_id, created_at, id)
        where customer_id is not null;
      -- Finds what the worker deletes: rows are stored in the order of their times.
      create index audit_log_created on platform.audit_log using brin (created_at);
    `);
  }
}
