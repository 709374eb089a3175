import { Migration } from '@mikro-orm/migrations';

/** Renames columns and an index, without rewriting a row: a pool has a capacity, of which some seats are assigned. */
export class Migration20261122_1200_SeatCapacity extends Migration {
  override up(): void {
    this.addSql(`
      alter table seats.seat_pools rename column bought to capacity;
      alter table seats.seat_pools rename column used to assigned;
      alter index seats.seats_used rename to seats_assigned;
    `);
  }
}
