import { Migration } from '@mikro-orm/migrations';

/** After how many days a subscription that stays past due ends. */
export class Migration20261122_1900_DunningDays extends Migration {
  override up(): void {
    this.addSql(`
      update organizations.organizations set subscription_settings = subscription_settings || '{"dunning_days": 30}'
        where subscription_settings -> 'dunning_days' is null;
    `);
  }
}
