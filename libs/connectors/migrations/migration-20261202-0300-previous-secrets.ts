import { Migration } from '@mikro-orm/migrations';

/** The secret before the current one, which is accepted for a time while the provider changes to the new one. */
export class Migration20261202_0300_PreviousSecrets extends Migration {
  override up(): void {
    this.addSql(
      'alter table connectors.connectors add column previous_secret bytea, add column previous_secret_ends_at timestamptz',
    );
  }
}
