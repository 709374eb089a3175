import { Migration } from '@mikro-orm/migrations';

/**
 * Ownership passes from one member to another in one transaction, so that there is one owner is checked at its end;
 * so is that a member has a customer, as the two are born together. Sessions are found by a keyed digest of their token; those that have expired are swept away by their time.
 */
export class Migration20261120_2200_MembersAndSessions extends Migration {
  override up(): void {
    this.addSql(`
      create table customer_portal.members (
        id uuid primary key,
        organization_id uuid not null,
        customer_id uuid not null references customer_portal.customers (id) deferrable initially deferred,
        email text not null,
        email_key text not null,
        name text,
        external_id text,
        role text not null check (role in ('owner', 'billing_manager', 'member')),
        created_at timestamptz not null,
        modified_at timestamptz,
        deleted_at timestamptz,
        constraint members_owner_unique exclude using btree (organization_id with =, customer_id with =)
          where (role = 'owner' and deleted_at is null) deferrable initially deferred
      );
      create unique index members_email_unique on customer_portal.members (organization_id, customer_id, email_key) where deleted_at is null;
      create unique index members_external_id_unique on customer_portal.members (organization_id, customer_id, external_id) where deleted_at is null;
      create index members_by_creation on customer_portal.members (organization_id, created_at, id) where deleted_at is null;
      create index members_of_customer on customer_portal.members (organization_id, customer_id, created_at, id) where deleted_at is null;
      create index members_by_email on customer_portal.members (organization_id, email_key) where deleted_at is null;

      create table customer_portal.sessions (
        id uuid primary key,
        organization_id uuid not null,
        customer_id uuid not null references customer_portal.customers (id),
        member_id uuid references customer_portal.members (id),
        digest bytea not null,
        return_url text,
        expires_at timestamptz not null,
        created_at timestamptz not null,
        modified_at timestamptz
      );
      create unique index sessions_digest_unique on customer_portal.sessions (digest);
      create index sessions_by_expiry on customer_portal.sessions (expires_at);
    `);
  }
}
