import { Migration } from '@mikro-orm/migrations';

/** Providers and domains of organizations, who their users are there, and sign-ins that are under way. */
export class Migration20261126_1110_SingleSignOn extends Migration {
  override up(): void {
    this.addSql(`
      create table identity.openid_connections (
        id uuid primary key,
        organization_id uuid not null,
        issuer text not null,
        client_id text not null,
        client_secret bytea not null,
        default_role text not null,
        is_enabled boolean not null,
        owners_may_sign_in boolean not null,
        created_at timestamptz not null,
        modified_at timestamptz
      );
      create unique index openid_connections_of_organization on identity.openid_connections (organization_id);

      create table identity.email_domains (
        id uuid primary key,
        organization_id uuid not null,
        name text not null,
        txt_record text not null,
        verified_at timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz
      );
      create unique index email_domains_of_organization on identity.email_domains (organization_id, name);
      create unique index email_domains_verified on identity.email_domains (name) where verified_at is not null;

      create table identity.user_identities (
        id uuid primary key,
        organization_id uuid not null,
        connection_id uuid not null references identity.openid_connections (id) on delete cascade,
        user_id uuid not null,
        issuer text not null,
        subject text not null,
        created_at timestamptz not null
      );
      create unique index user_identities_by_subject on identity.user_identities (connection_id, issuer, subject);
      create index user_identities_of_user on identity.user_identities (user_id);

      create table identity.single_sign_on_attempts (
        id uuid primary key,
        organization_id uuid not null,
        state_digest bytea not null,
        browser_digest bytea not null,
        issuer text not null,
        client_id text not null,
        nonce text not null,
        code_verifier bytea not null,
        expires_at timestamptz not null
      );
      create unique index single_sign_on_attempts_by_state on identity.single_sign_on_attempts (state_digest);
      create index single_sign_on_attempts_by_expiry on identity.single_sign_on_attempts (expires_at);

      alter table identity.user_sessions add column provider_organization_id uuid;
    `);
  }
}
