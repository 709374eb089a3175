import { Migration } from '@mikro-orm/migrations';

/**
 * What rolls over again and again outgrows what a single benefit can give. Whole numbers are exact up to 2^53, and numbers to
 * whoever reads them, also to a worker that has not been replaced yet.
 */
export class Migration20261121_1130_LargerCredits extends Migration {
  override up(): void {
    this.addSql('alter table metering.credits alter column units type double precision;');
  }
}
