import { Migration } from '@mikro-orm/migrations';

/** From which networks a key was used lately. Rewrites no row. */
export class Migration20261122_1600_RecentNetworks extends Migration {
  override up(): void {
    this.addSql(`alter table licensing.license_keys add column recent_networks text not null default '';`);
  }
}
