import { Module } from '@nestjs/common';
import { CustomerSeatsController } from './adapters/http/customer-seats.controller.ts';
import { BulkSeatsController } from './adapters/http/bulk-seats.controller.ts';
import { PortalSeatsController } from './adapters/http/portal-seats.controller.ts';
import { SeatClaimsController } from './adapters/http/seat-claims.controller.ts';
import { SeatPoolsController } from './adapters/http/seat-pools.controller.ts';
import { SyncEmailWhenMemberUpdated } from './adapters/messaging/sync-email-when-member-updated.ts';
import { EraseSeatsWhenCustomerAnonymized } from './adapters/messaging/erase-seats-when-customer-anonymized.ts';
import { MoveSeatsWhenCustomerMerged } from './adapters/messaging/move-seats-when-customer-merged.ts';
import { RecheckSeatAfterAssignment } from './adapters/messaging/recheck-seat-after-assignment.ts';
import { RevokeSeatsWhenCustomerDeleted } from './adapters/messaging/revoke-seats-when-customer-deleted.ts';
import { RevokeSeatsWhenMemberDeleted } from './adapters/messaging/revoke-seats-when-member-deleted.ts';
import { RevokeSeatsWhenPurchaseEnds } from './adapters/messaging/revoke-seats-when-purchase-ends.ts';
import { SendInvitationWhenInvited } from './adapters/messaging/send-invitation-when-invited.ts';
import { PgSeatPools } from './adapters/persistence/seat-pools.repository.ts';
import { AssignSeatsHandler } from './commands/assign-seats.ts';
import { ClaimSeatHandler } from './commands/claim-seat.ts';
import { CreateInvitationHandler } from './commands/create-invitation.ts';
import { SyncMemberEmailHandler } from './commands/sync-member-email.ts';
import { ReleaseExpiredSeatsHandler } from './commands/release-expired-seats.ts';
import { ResendInvitationHandler } from './commands/resend-invitation.ts';
import { ResizeSeatPoolHandler } from './commands/resize-seat-pool.ts';
import { RevokeSeatHandler } from './commands/revoke-seat.ts';
import {
  RevokeSeatsOfCustomerHandler,
  RevokeSeatsOfEndedPurchaseHandler,
  RevokeSeatsOfMemberHandler,
} from './commands/revoke-seats.ts';
import { MoveSeatsOfMergedCustomerHandler } from './commands/move-seats-of-merged-customer.ts';
import { PassSeatsOnHandler } from './commands/pass-seats-on.ts';
import { RevokeOrphanedSeatsHandler } from './commands/revoke-orphaned-seats.ts';
import { SendInvitationHandler } from './commands/send-invitation.ts';
import { EraseSeatsHandler } from './commands/erase-seats.ts';
import { SeatPools } from './domain/seat-pools.ts';
import { FindClaimedSubscriptionsHandler } from './queries/find-claimed-subscriptions.ts';
import { FindSeatHoldersHandler, HoldsSeatHandler } from './queries/find-seat-holders.ts';
import { FindSeatViewsHandler } from './queries/find-seat-views.ts';
import { FindSeatPoolHandler } from './queries/find-seat-pool.ts';
import { GetClaimInfoHandler } from './queries/get-claim-info.ts';
import { GetInvitationHandler } from './queries/get-invitation.ts';
import { GetSeatsHandler } from './queries/get-seats.ts';
import { ListSeatPoolsHandler } from './queries/list-seat-pools.ts';
import { ListSeatsHandler } from './queries/list-seats.ts';
import { SeatPoolPages } from './queries/seat-pool-pages.ts';
import { SeatLoader } from './queries/seat-loader.ts';

const subscribers = [
  SendInvitationWhenInvited,
  RevokeSeatsWhenPurchaseEnds,
  RevokeSeatsWhenCustomerDeleted,
  RevokeSeatsWhenMemberDeleted,
  EraseSeatsWhenCustomerAnonymized,
  RecheckSeatAfterAssignment,
  MoveSeatsWhenCustomerMerged,
  SyncEmailWhenMemberUpdated,
];

@Module({
  controllers: [SeatClaimsController, BulkSeatsController, CustomerSeatsController, SeatPoolsController, PortalSeatsController],
  providers: [
    { provide: SeatPools, useClass: PgSeatPools },
    SeatLoader,
    SeatPoolPages,
    AssignSeatsHandler,
    ClaimSeatHandler,
    RevokeSeatHandler,
    ResendInvitationHandler,
    CreateInvitationHandler,
    ReleaseExpiredSeatsHandler,
    ResizeSeatPoolHandler,
    RevokeSeatsOfEndedPurchaseHandler,
    RevokeSeatsOfCustomerHandler,
    RevokeSeatsOfMemberHandler,
    EraseSeatsHandler,
    RevokeOrphanedSeatsHandler,
    MoveSeatsOfMergedCustomerHandler,
    PassSeatsOnHandler,
    SyncMemberEmailHandler,
    SendInvitationHandler,
    GetSeatsHandler,
    ListSeatsHandler,
    ListSeatPoolsHandler,
    GetClaimInfoHandler,
    GetInvitationHandler,
    FindClaimedSubscriptionsHandler,
    FindSeatHoldersHandler,
    HoldsSeatHandler,
    FindSeatPoolHandler,
    FindSeatViewsHandler,
    ...subscribers,
  ],
})
export class SeatsModule {}
