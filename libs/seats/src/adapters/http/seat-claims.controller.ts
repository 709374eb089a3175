import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { Responses, Input, type InputOf, PublicBody, Idempotent, Unlimited } from '#platform/http';
import { ClaimSeat } from '../../commands/claim-seat.ts';
import { GetClaimInfo } from '../../queries/get-claim-info.ts';
import { GetSeats } from '../../queries/get-seats.ts';
import { SeatClaimInfoView, SeatClaimView } from '../../queries/seat.view.ts';
import { ClaimInfoRequest, ClaimSeatRequest } from './seats.dto.ts';

/** For recipients of invitations: the token of the invitation is the credential. */
@ApiTags('customer_seats')
@Controller('v1/customer-seats/claim')
export class SeatClaimsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get(':invitation_token')
  @Unlimited('It only reads. The token of the invitation is the credential.')
  @Responses({
    summary: 'Get information about an invitation',
    description:
      'Returns the product and the organization of a seat that can be claimed with this token. Does not claim the seat. Requires no credentials.',
    ok: { status: 200, view: SeatClaimInfoView },
    errors: { 404: ['ResourceNotFound', 'The token is unknown, expired, used or revoked, or the purchase has ended.'] },
  })
  claimInfo(@Input(ClaimInfoRequest) { path }: InputOf<typeof ClaimInfoRequest>): Promise<SeatClaimInfoView> {
    return this.queries.execute(new GetClaimInfo(path.invitation_token));
  }

  @Post()
  @Unlimited('The token of the invitation is the credential. Nothing is stored without it.')
  @Idempotent({ credential: ['invitation_token'] })
  @PublicBody()
  @Responses({
    summary: 'Claim a seat with an invitation token',
    description:
      'Claims a seat. The holder is granted the benefits of the product and gets a session in the customer portal that is valid for an hour. A token works once. Requires no credentials. Publishes `customer_seat.claimed`.',
    ok: { status: 200, view: SeatClaimView },
    errors: { 400: ['InvalidInvitationToken', 'The token is unknown, expired, used or revoked, or the purchase has ended.'] },
  })
  async claim(@Input(ClaimSeatRequest) { body }: InputOf<typeof ClaimSeatRequest>): Promise<SeatClaimView> {
    const { organizationId, seatId, sessionToken } = await this.commands.execute(new ClaimSeat(body.invitation_token));
    const [seat] = await this.queries.execute(new GetSeats([organizationId], [seatId]));
    return { seat: seat!, customer_session_token: sessionToken };
  }
}
