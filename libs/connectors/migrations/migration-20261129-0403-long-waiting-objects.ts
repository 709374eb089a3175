import { Migration } from '@mikro-orm/migrations';

/** Objects that wait, of which few do so for long. */
export class Migration20261129_0403_LongWaitingObjects extends Migration {
  override isTransactional(): boolean {
    return false;
  }

  override up(): void {
    this.addSql('drop index concurrently if exists connectors.subjects_waiting');
    this.addSql(`create index concurrently subjects_waiting on connectors.subjects (id) where status = 'waiting'`);
  }
}
