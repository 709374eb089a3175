import { Migration } from '@mikro-orm/migrations';

/** The key that a grant of an add-on extends. One that waits for a key is found by its customer. */
export class Migration20261206_0403_AttachedGrants extends Migration {
  override up(): void {
    this.addSql(`
      create table licensing.attached_grants (
        organization_id uuid not null,
        grant_id uuid not null,
        license_key_id uuid,
        customer_id uuid not null,
        member_id uuid,
        key_benefit_id uuid,
        is_waiting boolean not null,
        revision integer not null,
        placement integer not null,
        since timestamptz(3) not null,
        primary key (organization_id, grant_id)
      )
    `);
    this.addSql(
      `create index attached_grants_waiting on licensing.attached_grants (organization_id, customer_id) where is_waiting`,
    );
  }
}
