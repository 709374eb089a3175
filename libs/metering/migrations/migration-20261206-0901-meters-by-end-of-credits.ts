import { Migration } from '@mikro-orm/migrations';

/** Customer meters with a credit that ends, which are few. Nothing that ingestion or other customer meters write is in the index. */
export class Migration20261206_0901_MetersByEndOfCredits extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists metering.customer_meters_by_end_of_credits');
    this.addSql(`create index concurrently customer_meters_by_end_of_credits on metering.customer_meters (credits_end_at, id)
      where credits_end_at is not null`);
  }
}
