import { Migration } from '@mikro-orm/migrations';

/** Counts how often the status of a key was set by hand. Rewrites no row. */
export class Migration20261122_1400_StatusRevisions extends Migration {
  override up(): void {
    this.addSql('alter table licensing.license_keys add column status_revision integer not null default 0;');
  }
}
