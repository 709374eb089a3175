import type { Tables } from '#platform/persistence';
import { Migration20261120_2300_Seats } from '../migrations/migration-20261120-2300-seats.ts';
import { SeatMapping, SeatPoolMapping } from './adapters/persistence/seat.mapping.ts';

export const seatsTables: Tables = {
  entities: [SeatPoolMapping, SeatMapping],
  migrations: [Migration20261120_2300_Seats],
};
