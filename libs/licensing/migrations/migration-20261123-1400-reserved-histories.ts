import { Migration } from '@mikro-orm/migrations';

/**
 * The schema as of the last release. It has the name of the last migration that it stands for, so a database of that release has run
 * it.
 */
export class Migration20261123_1400_ReservedHistories extends Migration {
  override up(): void {
    this.addSql(`
      create schema licensing;

      create table licensing.activations (
        organization_id uuid not null,
        id uuid not null,
        license_key_id uuid not null,
        label text not null,
        conditions jsonb not null,
        meta jsonb not null,
        device text,
        created_at timestamptz not null,
        modified_at timestamptz,
        deactivated_at timestamptz,
        checkout_expires_at timestamptz,
        last_heartbeat_at timestamptz,
        sweep_at timestamptz,
        constraint activations_pkey primary key (organization_id, id)
      ) with (fillfactor='85');
      create index activations_by_deactivation on licensing.activations (deactivated_at) where (deactivated_at is not null);
      create unique index activations_by_device on licensing.activations (organization_id, license_key_id, device) where ((deactivated_at is null) and (device is not null));
      create index activations_by_key on licensing.activations (organization_id, license_key_id, created_at, id) where (deactivated_at is null);
      create index activations_checked_out on licensing.activations (organization_id, license_key_id) where (sweep_at is not null);
      create index activations_to_sweep on licensing.activations (sweep_at) where (sweep_at is not null);

      create table licensing.deleted_customers (
        organization_id uuid not null,
        customer_id uuid not null,
        constraint deleted_customers_pkey primary key (organization_id, customer_id)
      );

      create table licensing.key_strings (
        organization_id uuid not null,
        digest bytea not null,
        license_key_id uuid not null,
        valid_until timestamptz,
        constraint key_strings_pkey primary key (organization_id, digest)
      );

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
        device_key text,
        returned_at timestamptz,
        constraint leases_organization_id_status_index_key unique (organization_id, status_index),
        constraint leases_pkey primary key (organization_id, activation_id)
      ) with (fillfactor='80');
      create index leases_by_key on licensing.leases (organization_id, license_key_id);
      create index leases_ended on licensing.leases (organization_id, license_key_id) where (ended_at is not null);
      create index leases_holding_slots on licensing.leases (organization_id, license_key_id) where holds_slot;

      create table licensing.license_keys (
        organization_id uuid not null,
        id uuid not null,
        customer_id uuid not null,
        member_id uuid,
        benefit_id uuid not null,
        digest bytea not null,
        encrypted_key bytea not null,
        display_key text not null,
        status text not null,
        limit_activations integer,
        activation_count integer not null,
        usage integer not null,
        limit_usage integer,
        validations bigint not null,
        last_validated_at timestamptz,
        expires_at timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz,
        grant_id uuid,
        grant_revision integer,
        status_revision integer default 0 not null,
        recent_networks text default ''::text not null,
        granted_after_deletion boolean default false not null,
        set_by_hand jsonb default '[]'::jsonb not null,
        policy jsonb,
        policy_state jsonb,
        entitlements jsonb,
        entitlements_revision integer default 0 not null,
        metadata jsonb,
        notes text,
        constraint license_keys_activation_count_check check ((activation_count >= 0)),
        constraint license_keys_status_check check ((status = any (array['granted'::text, 'revoked'::text, 'disabled'::text]))),
        constraint license_keys_organization_id_digest_key unique (organization_id, digest),
        constraint license_keys_pkey primary key (organization_id, id)
      ) with (fillfactor='80');
      create index license_keys_by_age on licensing.license_keys (organization_id, created_at, id);
      create index license_keys_by_benefit on licensing.license_keys (organization_id, benefit_id, created_at, id);
      create index license_keys_by_customer on licensing.license_keys (organization_id, customer_id, created_at, id);
      create unique index license_keys_by_grant on licensing.license_keys (organization_id, grant_id) where (grant_id is not null);
      create index license_keys_by_status on licensing.license_keys (organization_id, status, created_at, id);

      create table licensing.reserved_keys (
        organization_id uuid not null,
        purchase_id uuid not null,
        benefit_id uuid not null,
        encrypted_key bytea not null,
        history jsonb,
        constraint reserved_keys_pkey primary key (organization_id, purchase_id, benefit_id)
      );

      create table licensing.signing_keys (
        organization_id uuid not null,
        kid text not null,
        purpose text not null,
        public_key text not null,
        encrypted_private_key bytea,
        created_at timestamptz not null,
        active_from timestamptz not null,
        covers_until timestamptz not null,
        constraint signing_keys_purpose_check check ((purpose = any (array['root'::text, 'signing'::text]))),
        constraint signing_keys_pkey primary key (organization_id, kid)
      );
      create unique index signing_keys_root on licensing.signing_keys (organization_id) where (purpose = 'root'::text);

      create table licensing.status_indexes (
        organization_id uuid not null,
        next_index integer not null,
        constraint status_indexes_pkey primary key (organization_id)
      );

      create table licensing.trials (
        organization_id uuid not null,
        benefit_id uuid not null,
        device_digest bytea not null,
        license_key_id uuid not null,
        constraint trials_pkey primary key (organization_id, benefit_id, device_digest)
      );
    `);
  }
}
