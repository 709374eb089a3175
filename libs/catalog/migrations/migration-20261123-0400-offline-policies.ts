import { Migration } from '@mikro-orm/migrations';

/** How benefits let their keys be used without a network. */
export class Migration20261123_0400_OfflinePolicies extends Migration {
  override up(): void {
    this.addSql(`
      create view catalog.offline_policies as
        select
          b.organization_id,
          b.id as benefit_id,
          (b.properties -> 'offline' ->> 'lease_seconds')::integer as lease_seconds,
          (b.properties -> 'offline' ->> 'grace_seconds')::integer as grace_seconds,
          (b.properties -> 'offline' ->> 'max_offline_devices')::integer as max_offline_devices
        from catalog.benefits b
        where b.type = 'license_keys' and jsonb_typeof(b.properties -> 'offline') = 'object';
    `);
  }
}
