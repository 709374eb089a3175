import { Migration } from '@mikro-orm/migrations';

/** Lists of deliveries that are filtered by a rare type or class of responses read only what they return. */
export class Migration20261123_1600_ListsOfAttempts extends Migration {
  override up(): void {
    this.addSql(`
      create index attempts_of_type on webhooks.attempts (organization_id, type, created_at desc, id desc);
      create index attempts_of_code_class on webhooks.attempts (organization_id, (http_code / 100), created_at desc, id desc)
        where not succeeded;
    `);
  }
}
