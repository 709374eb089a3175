import { Migration } from '@mikro-orm/migrations';

/** Settings of before had no bound: what is longer than ten years is ten years. */
export class Migration20261121_1110_GracePeriods extends Migration {
  override up(): void {
    this.addSql(`
      update organizations.organizations
        set subscription_settings = jsonb_set(subscription_settings, '{benefit_revocation_grace_period}', '3650')
        where (subscription_settings -> 'benefit_revocation_grace_period')::numeric > 3650;
    `);
  }
}
