import { Migration } from '@mikro-orm/migrations';

/** Changes of e-mail addresses that customers requested, at most one of each. They are deleted after a day. */
export class Migration20261123_0602_EmailChanges extends Migration {
  override up(): void {
    this.addSql(`
      create table customer_portal.email_changes (
        id uuid primary key,
        organization_id uuid not null,
        customer_id uuid not null,
        email text not null,
        previous_email text not null,
        digest bytea,
        requested_at timestamptz not null,
        completed_at timestamptz
      );
      create unique index email_changes_of_customer on customer_portal.email_changes (organization_id, customer_id);
      create unique index email_changes_by_digest on customer_portal.email_changes (digest) where digest is not null;
      create index email_changes_by_time on customer_portal.email_changes (requested_at);
    `);
  }
}
