import { Migration } from '@mikro-orm/migrations';

/** Offline policies say until when leases of deactivated devices hold places. */
export class Migration20261201_0201_HeldPlaces extends Migration {
  override up(): void {
    this.addSql(`
      create or replace view catalog.offline_policies as
       select b.organization_id,
          b.id as benefit_id,
          (((b.properties -> 'offline'::text) ->> 'lease_seconds'::text))::integer as lease_seconds,
          (((b.properties -> 'offline'::text) ->> 'grace_seconds'::text))::integer as grace_seconds,
          (((b.properties -> 'offline'::text) ->> 'max_offline_devices'::text))::integer as max_offline_devices,
          b.properties -> 'offline' ->> 'held' as held,
          (b.properties -> 'offline' -> 'moves' ->> 'limit')::integer as moves_limit,
          (b.properties -> 'offline' -> 'moves' ->> 'period_days')::integer as moves_period_days
         from catalog.benefits b
        where ((b.type = 'license_keys'::text) and (jsonb_typeof((b.properties -> 'offline'::text)) = 'object'::text));
    `);
  }
}
