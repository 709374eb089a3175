import { Migration } from '@mikro-orm/migrations';

/**
 * The schema as of the last release. It has the name of the last migration that it stands for, so a database of that release has run
 * it.
 */
export class Migration20261123_0602_EmailChanges extends Migration {
  override up(): void {
    this.addSql(`
      create schema customer_portal;

      create table customer_portal.customers (
        id uuid not null,
        organization_id uuid not null,
        type text not null,
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
        tax_id jsonb,
        first_user_event_at timestamptz,
        merged_into uuid,
        constraint customers_check check (((email is not null) or (type = 'team'::text))),
        constraint customers_check1 check (((email is null) = (email_key is null))),
        constraint customers_type_check check ((type = any (array['individual'::text, 'team'::text]))),
        constraint customers_pkey primary key (id),
        constraint customers_merged_into_fkey foreign key (merged_into) references customer_portal.customers(id)
      );
      create index customers_by_creation on customer_portal.customers (organization_id, created_at, id) where (deleted_at is null);
      create index customers_by_email on customer_portal.customers (organization_id, email, id) where (deleted_at is null);
      create index customers_by_name on customer_portal.customers (organization_id, name, id) where (deleted_at is null);
      create unique index customers_email_unique on customer_portal.customers (organization_id, email_key) where (deleted_at is null);
      create unique index customers_external_id_unique on customer_portal.customers (organization_id, external_id) where (deleted_at is null);
      create index customers_merged on customer_portal.customers (organization_id, external_id) where (merged_into is not null);
      create index customers_merged_into on customer_portal.customers (merged_into) where (merged_into is not null);

      create table customer_portal.email_changes (
        id uuid not null,
        organization_id uuid not null,
        customer_id uuid not null,
        email text not null,
        previous_email text not null,
        digest bytea,
        requested_at timestamptz not null,
        completed_at timestamptz,
        constraint email_changes_pkey primary key (id)
      );
      create unique index email_changes_by_digest on customer_portal.email_changes (digest) where (digest is not null);
      create index email_changes_by_time on customer_portal.email_changes (requested_at);
      create unique index email_changes_of_customer on customer_portal.email_changes (organization_id, customer_id);

      create table customer_portal.members (
        id uuid not null,
        organization_id uuid not null,
        customer_id uuid not null,
        email text not null,
        email_key text not null,
        name text,
        external_id text,
        role text not null,
        created_at timestamptz not null,
        modified_at timestamptz,
        deleted_at timestamptz,
        merged_into uuid,
        constraint members_role_check check ((role = any (array['owner'::text, 'billing_manager'::text, 'member'::text]))),
        constraint members_owner_unique EXCLUDE (organization_id with =, customer_id with =) where (((role = 'owner'::text) and (deleted_at is null))) deferrable initially deferred,
        constraint members_pkey primary key (id),
        constraint members_customer_id_fkey foreign key (customer_id) references customer_portal.customers(id) deferrable initially deferred
      );
      create index members_by_creation on customer_portal.members (organization_id, created_at, id) where (deleted_at is null);
      create index members_by_email on customer_portal.members (organization_id, email_key) where (deleted_at is null);
      create index members_deleted on customer_portal.members (organization_id, customer_id) where (deleted_at is not null);
      create unique index members_email_unique on customer_portal.members (organization_id, customer_id, email_key) where (deleted_at is null);
      create unique index members_external_id_unique on customer_portal.members (organization_id, customer_id, external_id) where (deleted_at is null);
      create index members_merged on customer_portal.members (merged_into) where (merged_into is not null);
      create index members_of_customer on customer_portal.members (organization_id, customer_id, created_at, id) where (deleted_at is null);
      create index members_owners on customer_portal.members (organization_id, customer_id) where ((role = 'owner'::text) and (deleted_at is null));

      create table customer_portal.sessions (
        id uuid not null,
        organization_id uuid not null,
        customer_id uuid not null,
        member_id uuid,
        digest bytea not null,
        return_url text,
        expires_at timestamptz not null,
        created_at timestamptz not null,
        modified_at timestamptz,
        export_id uuid,
        export_expires_at timestamptz,
        constraint sessions_pkey primary key (id),
        constraint sessions_customer_id_fkey foreign key (customer_id) references customer_portal.customers(id),
        constraint sessions_member_id_fkey foreign key (member_id) references customer_portal.members(id)
      );
      create index sessions_by_expiry on customer_portal.sessions (expires_at);
      create unique index sessions_digest_unique on customer_portal.sessions (digest);

      create table customer_portal.sign_ins (
        id uuid not null,
        organization_id uuid not null,
        email_key text not null,
        customer_id uuid,
        requested_at timestamptz not null,
        is_from_known_device boolean default false not null,
        constraint sign_ins_pkey primary key (id)
      );
      create index sign_ins_by_email on customer_portal.sign_ins (organization_id, email_key, requested_at);
      create index sign_ins_by_time on customer_portal.sign_ins (requested_at);

      create table customer_portal.sign_in_codes (
        id uuid not null,
        organization_id uuid not null,
        sign_in_id uuid not null,
        customer_id uuid not null,
        email_key text not null,
        selector text not null,
        digest bytea not null,
        expires_at timestamptz not null,
        tries_left integer not null,
        constraint sign_in_codes_tries_left_check check ((tries_left >= 0)),
        constraint sign_in_codes_pkey primary key (id),
        constraint sign_in_codes_sign_in_id_fkey foreign key (sign_in_id) references customer_portal.sign_ins(id) on delete cascade
      );
      create index sign_in_codes_by_selector on customer_portal.sign_in_codes (selector);
      create index sign_in_codes_of_customer on customer_portal.sign_in_codes (organization_id, customer_id);
      create index sign_in_codes_of_sign_in on customer_portal.sign_in_codes (sign_in_id);

      create table customer_portal.state_changes (
        organization_id uuid not null,
        customer_id uuid not null,
        is_bulk boolean not null,
        constraint state_changes_pkey primary key (organization_id, customer_id)
      );

      create view customer_portal.embedded_customers as
       select c.id,
          ( select (row_to_json(e.*))::text as row_to_json
                 from ( select c.id,
                          to_char((c.created_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) as created_at,
                          to_char((c.modified_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) as modified_at,
                          c.metadata,
                              case
                                  when (c.deleted_at is null) then c.external_id
                                  else (c.metadata ->> '__external_id'::text)
                              end as external_id,
                          c.email,
                          c.email_verified,
                          c.type,
                          c.name,
                          coalesce(c.billing_name, c.name) as billing_name,
                          c.billing_address,
                          c.tax_id,
                          c.locale,
                          c.organization_id,
                          null::text as default_payment_method_id,
                          to_char((c.deleted_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) as deleted_at,
                          to_char((c.first_user_event_at AT TIME ZONE 'UTC'::text), 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'::text) as first_user_event_at,
                          coalesce(c.avatar_url,
                              case
                                  when ((c.type = 'team'::text) and (c.deleted_at is null)) then ( select (('https://www.gravatar.com/avatar/'::text || encode(sha256(convert_to(owner.email_key, 'UTF8'::name)), 'hex'::text)) || '?d=404'::text)
                                     from customer_portal.members owner
                                    where ((owner.organization_id = c.organization_id) and (owner.customer_id = c.id) and (owner.role = 'owner'::text) and (owner.deleted_at is null)))
                                  else null::text
                              end) as avatar_url) e) as customer
         from customer_portal.customers c
        where (c.merged_into is null);
    `);
  }
}
