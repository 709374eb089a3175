import { Migration } from '@mikro-orm/migrations';

/** When users signed in for the sessions in which they allowed applications something. */
export class Migration20261129_0903_AuthorizedGrants extends Migration {
  override up(): void {
    this.addSql('alter table oauth.grants add column authorized_at timestamptz(3);');
  }
}
