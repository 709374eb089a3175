import { Migration } from '@mikro-orm/migrations';

/** Digests of access tokens that were revoked: their rows are deleted, and whoever uses one of them is told why it is refused. */
export class Migration20261127_1900_RevokedTokens extends Migration {
  override up(): void {
    this.addSql(`
      create table platform.revoked_tokens (
        digest bytea not null primary key,
        revoked_at timestamptz not null default now()
      );
      create index revoked_tokens_by_age on platform.revoked_tokens (revoked_at);
    `);
  }
}
