import { Migration } from '@mikro-orm/migrations';

export class Migration20261123_0000_UnreachableEndpoints extends Migration {
  override up(): void {
    this.addSql('create table webhooks.unreachable (endpoint_id uuid primary key)');
  }
}
