import { Migration } from '@mikro-orm/migrations';

/** Several installations of a device share the place of the first one. Why the seller ended the place of a lease is kept. */
export class Migration20261203_0101_Installations extends Migration {
  override up(): void {
    this.addSql('alter table licensing.activations add column if not exists installation text');
    this.addSql('alter table licensing.activations add column if not exists place_id uuid');
    this.addSql('alter table licensing.leases add column if not exists place_id uuid');
    this.addSql('alter table licensing.leases add column if not exists place_end_reason text');
  }
}
