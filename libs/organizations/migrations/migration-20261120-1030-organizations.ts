import { Migration } from '@mikro-orm/migrations';

export class Migration20261120_1030_Organizations extends Migration {
  override up(): void {
    this.addSql(`
      create schema if not exists organizations;
      create table organizations.organizations (
        id uuid primary key,
        slug text not null constraint organizations_slug unique,
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
        modified_at timestamptz
      );

      create table organizations.users (
        id uuid primary key,
        email text not null,
        blocked_at timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz
      );
      create unique index users_email on organizations.users (lower(email));

      create table organizations.memberships (
        organization_id uuid not null references organizations.organizations,
        user_id uuid not null references organizations.users,
        role text not null,
        primary key (organization_id, user_id)
      );
      create index memberships_of_user on organizations.memberships (user_id);

      create table organizations.access_tokens (
        id uuid primary key,
        organization_id uuid references organizations.organizations,
        user_id uuid references organizations.users,
        digest bytea not null constraint access_tokens_digest unique,
        expires_at timestamptz,
        comment text not null,
        scopes jsonb not null,
        last_used_at timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz,
        constraint access_tokens_one_owner check (num_nonnulls(organization_id, user_id) = 1)
      );
      create index access_tokens_of_organization on organizations.access_tokens (organization_id, created_at, id)
        where organization_id is not null;
      create index access_tokens_of_user on organizations.access_tokens (user_id, created_at, id) where user_id is not null;
    `);
  }
}
