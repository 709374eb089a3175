import { Migration } from '@mikro-orm/migrations';

/** Applications in which customers sign in by a code of their device, and those sign-ins, for ten minutes. */
export class Migration20261206_1100_DeviceSignIns extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.sign_in_clients (
        organization_id uuid not null,
        id uuid not null,
        name text not null,
        benefit_ids uuid[] not null,
        created_at timestamptz not null,
        primary key (organization_id, id)
      );
      create index sign_in_clients_by_age on licensing.sign_in_clients (organization_id, created_at, id);

      create table licensing.device_sign_ins (
        organization_id uuid not null,
        id uuid not null,
        client_id uuid not null,
        digest bytea not null,
        user_code_digest bytea not null,
        expires_at timestamptz not null,
        interval_seconds integer not null check (interval_seconds > 0),
        asked_at timestamptz,
        decision text check (decision in ('allowed', 'denied')),
        customer_id uuid,
        member_id uuid,
        member_role text,
        primary key (organization_id, id)
      );
      create unique index device_sign_ins_by_digest on licensing.device_sign_ins (organization_id, digest);
      create unique index device_sign_ins_by_user_code on licensing.device_sign_ins (organization_id, user_code_digest);
      create index device_sign_ins_by_expiry on licensing.device_sign_ins (expires_at);
    `);
  }
}
