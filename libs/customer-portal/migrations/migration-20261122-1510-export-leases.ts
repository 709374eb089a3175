import { Migration } from '@mikro-orm/migrations';

/** The export that a session is making, and when it counts as abandoned. Rewrites no row. */
export class Migration20261122_1510_ExportLeases extends Migration {
  override up(): void {
    this.addSql('alter table customer_portal.sessions add column export_id uuid, add column export_expires_at timestamptz;');
  }
}
