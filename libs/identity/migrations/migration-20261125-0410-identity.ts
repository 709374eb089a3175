import { Migration } from '@mikro-orm/migrations';

/** How users prove who they are, and the sessions that they have then. */
export class Migration20261125_0410_Identity extends Migration {
  override up(): void {
    this.addSql(`
      create schema identity;

      create table identity.sign_in_requests (
        id uuid primary key,
        email_key text not null,
        is_from_known_device boolean not null,
        requested_at timestamptz not null
      );
      create index sign_in_requests_by_email on identity.sign_in_requests (email_key, requested_at);
      create index sign_in_requests_by_time on identity.sign_in_requests (requested_at);

      create table identity.sign_in_codes (
        id uuid primary key,
        request_id uuid not null references identity.sign_in_requests (id) on delete cascade,
        user_id uuid not null,
        email_key text not null,
        selector text not null,
        digest bytea not null,
        expires_at timestamptz not null,
        tries_left integer not null check (tries_left >= 0)
      );
      create index sign_in_codes_by_selector on identity.sign_in_codes (selector);
      create index sign_in_codes_of_request on identity.sign_in_codes (request_id);

      create table identity.user_credentials (
        id uuid primary key,
        password_hash text,
        password_failures integer not null,
        password_blocked_until timestamptz,
        totp_secret bytea,
        totp_last_step integer,
        new_totp_secret bytea,
        recovery_digests jsonb not null,
        second_factor_failures integer not null,
        second_factor_blocked_until timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz
      );

      create table identity.passkeys (
        id uuid primary key,
        user_id uuid not null,
        credential_id text not null,
        public_key bytea not null,
        counter bigint not null,
        transports jsonb not null,
        name text not null,
        last_used_at timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz
      );
      create unique index passkeys_by_credential on identity.passkeys (credential_id);
      create index passkeys_of_user on identity.passkeys (user_id);

      create table identity.passkey_challenges (
        challenge text primary key,
        user_id uuid,
        expires_at timestamptz not null
      );
      create index passkey_challenges_by_expiry on identity.passkey_challenges (expires_at);

      create table identity.second_factor_attempts (
        id uuid primary key,
        user_id uuid not null,
        digest bytea not null,
        method text not null,
        expires_at timestamptz not null,
        tries_left integer not null check (tries_left >= 0)
      );
      create unique index second_factor_attempts_by_digest on identity.second_factor_attempts (digest);
      create index second_factor_attempts_by_expiry on identity.second_factor_attempts (expires_at);

      create table identity.user_sessions (
        id uuid primary key,
        user_id uuid not null,
        digest bytea not null,
        methods jsonb not null,
        authenticated_at timestamptz not null,
        expires_at timestamptz not null,
        last_used_at timestamptz not null,
        user_agent text,
        address text,
        created_at timestamptz not null,
        modified_at timestamptz
      );
      create unique index user_sessions_by_digest on identity.user_sessions (digest);
      create index user_sessions_of_user on identity.user_sessions (user_id, authenticated_at);
      create index user_sessions_by_expiry on identity.user_sessions (expires_at);
    `);
  }
}
