import { Migration } from '@mikro-orm/migrations';

/** What activations know about their devices. */
export class Migration20261124_0200_Devices extends Migration {
  override up(): void {
    this.addSql('alter table licensing.activations add column device_profile jsonb');
  }
}
