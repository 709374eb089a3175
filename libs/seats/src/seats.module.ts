import { Module } from '@nestjs/common';
import { CustomerSeatsController } from './adapters/http/customer-seats.controller.ts';
import { ManySeatsController } from './adapters/http/many-seats.controller.ts';
import { PortalSeatsController } from './adapters/http/portal-seats.controller.ts';
import { SeatClaimsController } from './adapters/http/seat-claims.controller.ts';
import { FollowEmailWhenMemberUpdated } from './adapters/messaging/follow-email-when-member-updated.ts';
import { RevokeSeatWhenGivenTooLate } from './adapters/messaging/revoke-seat-when-given-too-late.ts';
import { RevokeSeatsWhenCustomerDeleted } from './adapters/messaging/revoke-seats-when-customer-deleted.ts';
import { RevokeSeatsWhenMemberDeleted } from './adapters/messaging/revoke-seats-when-member-deleted.ts';
import { RevokeSeatsWhenPurchaseEnds } from './adapters/messaging/revoke-seats-when-purchase-ends.ts';
import { SendInvitationWhenInvited } from './adapters/messaging/send-invitation-when-invited.ts';
import { KeyedInvitationTokens } from './adapters/persistence/keyed-invitation-tokens.ts';
import { MikroOrmSeatPools } from './adapters/persistence/seat-pools.repository.ts';
import { AssignSeatsHandler } from './commands/assign-seats.ts';
import { ClaimSeatHandler } from './commands/claim-seat.ts';
import { CreateInvitationHandler } from './commands/create-invitation.ts';
import { FollowMemberHandler } from './commands/follow-member.ts';
import { ReleaseExpiredSeatsHandler } from './commands/release-expired-seats.ts';
import { ResendInvitationHandler } from './commands/resend-invitation.ts';
import { ResizeSeatPoolHandler } from './commands/resize-seat-pool.ts';
import { RevokeSeatHandler } from './commands/revoke-seat.ts';
import {
  RevokeSeatsOfCustomerHandler,
  RevokeSeatsOfEndedPurchaseHandler,
  RevokeSeatsOfMemberHandler,
} from './commands/revoke-seats.ts';
import { RevokeSeatsOfWhatIsGoneHandler } from './commands/revoke-seats-of-what-is-gone.ts';
import { SendInvitationHandler } from './commands/send-invitation.ts';
import { InvitationTokens } from './domain/invitation-tokens.ts';
import { SeatPools } from './domain/seat-pools.ts';
import { FindClaimedSubscriptionsHandler } from './queries/find-claimed-subscriptions.ts';
import { FindSeatHoldersHandler, HoldsSeatHandler } from './queries/find-seat-holders.ts';
import { FindSeatPoolHandler } from './queries/find-seat-pool.ts';
import { GetClaimInfoHandler } from './queries/get-claim-info.ts';
import { GetInvitationHandler } from './queries/get-invitation.ts';
import { GetSeatsHandler } from './queries/get-seats.ts';
import { ListSeatsHandler } from './queries/list-seats.ts';
import { ShownSeats } from './queries/shown-seats.ts';

const subscribers = [
  SendInvitationWhenInvited,
  RevokeSeatsWhenPurchaseEnds,
  RevokeSeatsWhenCustomerDeleted,
  RevokeSeatsWhenMemberDeleted,
  RevokeSeatWhenGivenTooLate,
  FollowEmailWhenMemberUpdated,
];

@Module({
  controllers: [SeatClaimsController, ManySeatsController, CustomerSeatsController, PortalSeatsController],
  providers: [
    { provide: SeatPools, useClass: MikroOrmSeatPools },
    { provide: InvitationTokens, useClass: KeyedInvitationTokens },
    ShownSeats,
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
    RevokeSeatsOfWhatIsGoneHandler,
    FollowMemberHandler,
    SendInvitationHandler,
    GetSeatsHandler,
    ListSeatsHandler,
    GetClaimInfoHandler,
    GetInvitationHandler,
    FindClaimedSubscriptionsHandler,
    FindSeatHoldersHandler,
    HoldsSeatHandler,
    FindSeatPoolHandler,
    ...subscribers,
  ],
})
export class SeatsModule {}
