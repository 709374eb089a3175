import { Migration } from '@mikro-orm/migrations';

export class Migration20261121_0905_FirstUse extends Migration {
  override up(): void {
    this.addSql('alter table customer_portal.customers add column first_user_event_at timestamptz');
  }
}
