import { Migration } from '@mikro-orm/migrations';

/** Where the status lists have the license keys that prove themselves. */
export class Migration20261206_0601_SignedLicenseKeys extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.signed_license_keys (
        organization_id uuid not null,
        license_key_id uuid not null,
        serial integer not null,
        ends_at timestamptz(3),
        valid_until timestamptz(3),
        constraint signed_license_keys_pkey primary key (organization_id, license_key_id, serial)
      )`);
    this.addSql(`
      create index signed_license_keys_by_serial on licensing.signed_license_keys (organization_id, serial)`);
  }
}
