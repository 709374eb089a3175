import { Migration } from '@mikro-orm/migrations';

/** Stores with each event who caused it, as in the audit log. No row is rewritten. */
export class Migration20261126_2401_EventActors extends Migration {
  override up(): void {
    this.addSql('alter table platform.outbox add column actor jsonb;');
  }
}
