import { Migration } from '@mikro-orm/migrations';

/** Applications that act for users, what users allowed them, their tokens, and the keys of the OpenID provider. */
export class Migration20261125_0600_Oauth extends Migration {
  override up(): void {
    this.addSql(`
      create schema oauth;

      create table oauth.clients (
        id text primary key,
        metadata jsonb not null,
        encrypted_secret bytea,
        created_at timestamptz(3) not null,
        modified_at timestamptz(3)
      );

      create table oauth.grants (
        id text primary key,
        client_id text not null,
        user_id uuid not null,
        sub_type text not null,
        organization_ids uuid[],
        expires_at timestamptz(3) not null
      );
      create index grants_client on oauth.grants (client_id);
      create index grants_expiry on oauth.grants (expires_at);

      create table oauth.access_tokens (
        id uuid primary key,
        digest bytea not null unique,
        encrypted_payload bytea not null,
        grant_id text not null,
        client_id text not null,
        user_id uuid not null,
        scopes jsonb not null,
        organization_ids uuid[],
        expires_at timestamptz(3) not null
      );
      create index access_tokens_grant on oauth.access_tokens (grant_id);
      create index access_tokens_client on oauth.access_tokens (client_id);
      create index access_tokens_expiry on oauth.access_tokens (expires_at);

      create table oauth.provider_state (
        model text not null,
        digest bytea not null,
        encrypted_payload bytea not null,
        grant_id text,
        client_id text,
        lookup bytea,
        consumed_at timestamptz(3),
        expires_at timestamptz(3) not null,
        primary key (model, digest)
      );
      create index provider_state_grant on oauth.provider_state (grant_id) where grant_id is not null;
      create index provider_state_client on oauth.provider_state (client_id) where client_id is not null;
      create index provider_state_lookup on oauth.provider_state (model, lookup) where lookup is not null;
      create index provider_state_expiry on oauth.provider_state (expires_at);

      create table oauth.signing_keys (
        kid text primary key,
        public_key jsonb not null,
        encrypted_private_key bytea not null,
        created_at timestamptz(3) not null,
        active_from timestamptz(3) not null
      );
    `);
  }
}
