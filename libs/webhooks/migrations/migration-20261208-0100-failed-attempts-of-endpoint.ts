import { Migration } from '@mikro-orm/migrations';

/** Finds out whether attempts at an endpoint failed, without those that succeeded. */
export class Migration20261208_0100_FailedAttemptsOfEndpoint extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists webhooks.attempts_failed_of_endpoint');
    this.addSql(`create index concurrently attempts_failed_of_endpoint on webhooks.attempts (endpoint_id, created_at)
      where (not succeeded)`);
  }
}
