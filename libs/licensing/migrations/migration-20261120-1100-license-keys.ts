import { Migration } from '@mikro-orm/migrations';

/**
 * `key_strings` holds every string that opens a key, as a keyed digest: the current one without `valid_until`, replaced ones
 * until then. Its primary key is what keeps strings unique in an organization for ever. The current one's digest is on the
 * key as well: that is how nearly every key is found, and a lock on the key settles whether it is still the current one.
 * Rows of `license_keys` change with every validation; none of what changes then is indexed, and pages keep room for it.
 */
export class Migration20261120_1100_LicenseKeys extends Migration {
  override up(): void {
    this.addSql(`
      create schema licensing;

      create table licensing.license_keys (
        organization_id uuid not null,
        id uuid not null,
        customer_id uuid not null,
        member_id uuid,
        benefit_id uuid not null,
        digest bytea not null,
        sealed_key bytea not null,
        display_key text not null,
        status text not null check (status in ('granted', 'revoked', 'disabled')),
        limit_activations integer,
        activation_count integer not null check (activation_count >= 0),
        usage integer not null,
        limit_usage integer,
        validations bigint not null,
        last_validated_at timestamptz,
        expires_at timestamptz,
        created_at timestamptz not null,
        modified_at timestamptz,
        primary key (organization_id, id),
        unique (organization_id, digest)
      ) with (fillfactor = 80);
      create index license_keys_by_age on licensing.license_keys (organization_id, created_at, id);
      create index license_keys_by_benefit on licensing.license_keys (organization_id, benefit_id, created_at, id);
      create index license_keys_by_status on licensing.license_keys (organization_id, status, created_at, id);

      create table licensing.key_strings (
        organization_id uuid not null,
        digest bytea not null,
        license_key_id uuid not null,
        valid_until timestamptz,
        primary key (organization_id, digest)
      );

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
        primary key (organization_id, id)
      );
      create unique index activations_by_device on licensing.activations (organization_id, license_key_id, device)
        where deactivated_at is null and device is not null;
      create index activations_by_key on licensing.activations (organization_id, license_key_id, created_at, id)
        where deactivated_at is null;
    `);
  }
}
