import { Migration } from '@mikro-orm/migrations';

/**
 * Leases are renewed often and in place: nothing that a renewal changes is indexed, and pages keep room for it.
 */
export class Migration20261123_0410_Leases extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.leases (
        organization_id uuid not null,
        activation_id uuid not null,
        license_key_id uuid not null,
        status_index integer not null,
        id uuid not null,
        issued_at timestamptz not null,
        expires_at timestamptz not null,
        held_until timestamptz not null,
        ended_at timestamptz,
        holds_slot boolean not null,
        primary key (organization_id, activation_id),
        unique (organization_id, status_index)
      ) with (fillfactor = 80);
      create index leases_by_key on licensing.leases (organization_id, license_key_id);
      create index leases_holding_slots on licensing.leases (organization_id, license_key_id) where holds_slot;

      create table licensing.status_indexes (
        organization_id uuid primary key,
        next_index integer not null
      );

      create table licensing.signing_keys (
        organization_id uuid not null,
        kid text not null,
        purpose text not null check (purpose in ('root', 'signing')),
        public_key text not null,
        encrypted_private_key bytea,
        created_at timestamptz not null,
        active_from timestamptz not null,
        covers_until timestamptz not null,
        primary key (organization_id, kid)
      );
      create unique index signing_keys_root on licensing.signing_keys (organization_id) where purpose = 'root';
    `);
  }
}
