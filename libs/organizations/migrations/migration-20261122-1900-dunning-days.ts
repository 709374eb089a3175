import { Migration } from '@mikro-orm/migrations';

/**
 * The schema as of the last release. It has the name of the last migration that it stands for, so a database of that release has run
 * it.
 */
export class Migration20261122_1900_DunningDays extends Migration {
  override up(): void {
    this.addSql(`
      create schema organizations;

      create table organizations.organizations (
        id uuid not null,
        slug text not null,
        account_id uuid not null,
        legal_entity jsonb,
        next_review_threshold integer not null,
        name text not null,
        avatar_url text,
        email text,
        website text,
        country text,
        socials jsonb not null,
        embed_hosts jsonb not null,
        default_presentment_currency text not null,
        default_tax_behavior text not null,
        subscription_settings jsonb not null,
        customer_email_settings jsonb not null,
        customer_portal_settings jsonb not null,
        feature_settings jsonb not null,
        seat_based_pricing boolean not null,
        dispute_settings jsonb not null,
        details jsonb,
        details_submitted_at timestamptz,
        status text not null,
        capabilities jsonb not null,
        status_changed_at timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz,
        constraint organizations_pkey primary key (id),
        constraint organizations_slug unique (slug)
      );

      create table organizations.users (
        id uuid not null,
        email text not null,
        blocked_at timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz,
        constraint users_pkey primary key (id)
      );
      create unique index users_email on organizations.users (lower(email));

      create table organizations.access_tokens (
        id uuid not null,
        organization_id uuid,
        user_id uuid,
        digest bytea not null,
        expires_at timestamptz,
        comment text not null,
        scopes jsonb not null,
        last_used_at timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz,
        constraint access_tokens_one_owner check ((num_nonnulls(organization_id, user_id) = 1)),
        constraint access_tokens_digest unique (digest),
        constraint access_tokens_pkey primary key (id),
        constraint access_tokens_organization_id_fkey foreign key (organization_id) references organizations.organizations(id),
        constraint access_tokens_user_id_fkey foreign key (user_id) references organizations.users(id)
      );
      create index access_tokens_of_organization on organizations.access_tokens (organization_id, created_at, id) where (organization_id is not null);
      create index access_tokens_of_user on organizations.access_tokens (user_id, created_at, id) where (user_id is not null);

      create table organizations.memberships (
        organization_id uuid not null,
        user_id uuid not null,
        role text not null,
        constraint memberships_pkey primary key (organization_id, user_id),
        constraint memberships_organization_id_fkey foreign key (organization_id) references organizations.organizations(id),
        constraint memberships_user_id_fkey foreign key (user_id) references organizations.users(id)
      );
      create index memberships_of_user on organizations.memberships (user_id);
    `);
  }
}
