import type { Tables } from '#platform/persistence';
import { Migration20261120_2300_Seats } from '../migrations/migration-20261120-2300-seats.ts';
import { Migration20261121_0921_ClaimedSeats } from '../migrations/migration-20261121-0921-claimed-seats.ts';
import { Migration20261122_1200_SeatCapacity } from '../migrations/migration-20261122-1200-seat-capacity.ts';
import { Migration20261124_0600_SeatFigures } from '../migrations/migration-20261124-0600-seat-figures.ts';
import { Migration20261126_1500_SeatPoolsByAge } from '../migrations/migration-20261126-1500-seat-pools-by-age.ts';
import { SeatMapping, SeatPoolMapping } from './adapters/persistence/seat.mapping.ts';

export { SyncEmailWhenMemberUpdated } from './adapters/messaging/sync-email-when-member-updated.ts';
export { EraseSeatsWhenCustomerAnonymized } from './adapters/messaging/erase-seats-when-customer-anonymized.ts';
export { MoveSeatsWhenCustomerMerged } from './adapters/messaging/move-seats-when-customer-merged.ts';
export { RecheckSeatAfterAssignment } from './adapters/messaging/recheck-seat-after-assignment.ts';
export { RevokeSeatsWhenCustomerDeleted } from './adapters/messaging/revoke-seats-when-customer-deleted.ts';
export { RevokeSeatsWhenMemberDeleted } from './adapters/messaging/revoke-seats-when-member-deleted.ts';
export { RevokeSeatsWhenPurchaseEnds } from './adapters/messaging/revoke-seats-when-purchase-ends.ts';
export { SendInvitationWhenInvited } from './adapters/messaging/send-invitation-when-invited.ts';
export { AssignSeats } from './commands/assign-seats.ts';
export { CreateInvitation } from './commands/create-invitation.ts';
export { SeatAccess } from './commands/seat-access.ts';
export { ListSeats } from './queries/list-seats.ts';
export { SeatsModule } from './seats.module.ts';

export const seatsTables: Tables = {
  entities: [SeatPoolMapping, SeatMapping],
  migrations: [
    Migration20261120_2300_Seats,
    Migration20261121_0921_ClaimedSeats,
    Migration20261122_1200_SeatCapacity,
    Migration20261124_0600_SeatFigures,
    Migration20261126_1500_SeatPoolsByAge,
  ],
};
