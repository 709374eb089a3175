import { Migration } from '@mikro-orm/migrations';

/** The locale of the request that caused an event, for the mails that it causes. */
export class Migration20261126_2700_LocalesOfEvents extends Migration {
  override up(): void {
    this.addSql('alter table platform.outbox add column locale text;');
  }
}
