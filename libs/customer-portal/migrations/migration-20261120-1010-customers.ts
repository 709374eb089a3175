import { Migration } from '@mikro-orm/migrations';

/** Text sorts as the database does; `email_key` is the address in lower case, as it is compared. */
export class Migration20261120_1010_Customers extends Migration {
  override up(): void {
    this.addSql(`
      create schema if not exists customer_portal;
      create table customer_portal.customers (
        id uuid primary key,
        organization_id uuid not null,
        type text not null check (type in ('individual', 'team')),
        external_id text,
        email text,
        email_key text,
        email_verified boolean not null,
        avatar_url text,
        name text,
        billing_name text,
        billing_address jsonb,
        locale text,
        metadata jsonb not null,
        created_at timestamptz not null,
        modified_at timestamptz,
        deleted_at timestamptz,
        check (email is not null or type = 'team'),
        check ((email is null) = (email_key is null))
      );
      create unique index customers_email_unique on customer_portal.customers (organization_id, email_key) where deleted_at is null;
      create unique index customers_external_id_unique on customer_portal.customers (organization_id, external_id) where deleted_at is null;
      create index customers_by_creation on customer_portal.customers (organization_id, created_at, id) where deleted_at is null;
      create index customers_by_email on customer_portal.customers (organization_id, email, id) where deleted_at is null;
      create index customers_by_name on customer_portal.customers (organization_id, name, id) where deleted_at is null;
    `);
  }
}
