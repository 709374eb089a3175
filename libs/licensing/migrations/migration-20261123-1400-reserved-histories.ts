import { Migration } from '@mikro-orm/migrations';

/** What was used of a reserved string before: usage and activations of the key that is issued with it. */
export class Migration20261123_1400_ReservedHistories extends Migration {
  override up(): void {
    this.addSql('alter table licensing.reserved_keys add column history jsonb;');
  }
}
