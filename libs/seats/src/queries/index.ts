export {
  FindClaimedSubscriptionsHandler,
  CountAssignedSeatsHandler,
  FindSeatHoldersHandler,
  HoldsSeatHandler,
} from './seats-of-purchases.ts';
export { FindSeatViewsHandler } from './find-seat-views.ts';
export { GetClaimInfoHandler } from './get-claim-info.ts';
export { GetInvitationHandler } from './get-invitation.ts';
export { GetSeatsHandler } from './get-seats.ts';
export { ListSeatPoolsHandler } from './list-seat-pools.ts';
export { ListSeatsHandler } from './list-seats.ts';
export { SeatLoader } from './seat-loader.ts';
export { SeatPoolPages } from './seat-pool-pages.ts';
