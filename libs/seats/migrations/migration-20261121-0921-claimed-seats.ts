import { Migration } from '@mikro-orm/migrations';

/** Whether anybody has claimed a seat of a pool, and who, however many are pending. */
export class Migration20261121_0921_ClaimedSeats extends Migration {
  override up(): void {
    this.addSql(`
      create index seats_claimed on seats.seats (organization_id, pool_id, member_id) where status = 'claimed';
    `);
  }
}
