import { Migration } from '@mikro-orm/migrations';

/** Finds the applications that a user allowed. */
export class Migration20261126_1201_GrantsByUser extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists oauth.grants_user');
    this.addSql('create index concurrently grants_user on oauth.grants (user_id)');
  }
}
