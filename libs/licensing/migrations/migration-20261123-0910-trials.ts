import { Migration } from '@mikro-orm/migrations';

/** The devices that got trial keys. */
export class Migration20261123_0910_Trials extends Migration {
  override up(): void {
    this.addSql(`
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
