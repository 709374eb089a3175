import { Migration } from '@mikro-orm/migrations';

/** Prices and benefits by the meter that they are about. */
export class Migration20261121_0910_Metered extends Migration {
  override up(): void {
    this.addSql(`
      create index prices_by_meter on catalog.prices ((terms ->> 'meter_id')) where archived_at is null and terms ->> 'meter_id' is not null;
      create index benefits_by_meter on catalog.benefits ((properties ->> 'meter_id')) where deleted_at is null and properties ->> 'meter_id' is not null;
    `);
  }
}
