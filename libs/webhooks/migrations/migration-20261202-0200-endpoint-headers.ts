import { Migration } from '@mikro-orm/migrations';

/** The headers that an endpoint gets besides those of every request, encrypted as a whole. */
export class Migration20261202_0200_EndpointHeaders extends Migration {
  override up(): void {
    this.addSql('alter table webhooks.endpoints add column headers bytea');
  }
}
