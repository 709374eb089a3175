import type { Tables } from '#engine/persistence';
import * as migrations from '../migrations/index.ts';
import { SeatMapping, SeatPoolMapping } from './adapters/persistence/seat.mapping.ts';
import { seatsData } from './adapters/persistence/organization-data.ts';

export { seatsSubscribers } from './adapters/messaging/subscribers.ts';
export { AssignSeats } from './commands/assign-seats.ts';
export { CreateInvitation } from './commands/create-invitation.ts';
export { SeatAccess } from './commands/seat-access.ts';
export { ListSeats } from './queries/list-seats.ts';
export { SeatsModule } from './seats.module.ts';

export const seatsTables: Tables = {
  entities: [SeatPoolMapping, SeatMapping],
  migrations: Object.values(migrations),
  placements: { 'seats.seat_pools': 'organization', 'seats.seats': 'organization' },
  ofOrganization: seatsData,
};
