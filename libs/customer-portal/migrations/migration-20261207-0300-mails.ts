import { Migration } from '@mikro-orm/migrations';

/** What was mailed to customers, and what became of it. */
export class Migration20261207_0300_Mails extends Migration {
  override up(): void {
    this.addSql(`
      create table customer_portal.mails (
        organization_id uuid not null,
        id uuid not null,
        customer_id uuid not null,
        resource_id uuid,
        mail text not null,
        recipient text not null,
        outcome text not null,
        code text,
        reason text,
        attempts integer not null,
        created_at timestamptz(3) not null,
        attempted_at timestamptz(3) not null,
        constraint mails_pkey primary key (organization_id, id)
      );
      create index mails_by_customer on customer_portal.mails (organization_id, customer_id, created_at desc, id);
      create index mails_by_resource on customer_portal.mails (organization_id, resource_id, created_at desc, id);
      create index mails_by_age on customer_portal.mails (organization_id, created_at desc, id);
      create index mails_by_time on customer_portal.mails (created_at);
    `);
  }
}
