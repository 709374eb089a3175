import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import {
  Responses,
  Input,
  type InputOf,
  MAIL_LIMIT_EXCEEDED,
  MANAGEMENT_NOT_PERMITTED,
  StreamsLists,
  Idempotent,
} from '#platform/http';
import type { Streamed } from '#support/streamed-lists';
import { AssignSeats } from '../../commands/assign-seats.ts';
import { CreateInvitation } from '../../commands/create-invitation.ts';
import { SeatAccess } from '../../commands/seat-access.ts';
import { ReassignSeat } from '../../commands/reassign-seat.ts';
import { ResendInvitation } from '../../commands/resend-invitation.ts';
import { RevokeSeat } from '../../commands/revoke-seat.ts';
import { GetInvitation } from '../../queries/get-invitation.ts';
import { GetSeats } from '../../queries/get-seats.ts';
import { ListSeats } from '../../queries/list-seats.ts';
import { InvitationView, SeatsListView, SeatView } from '../../queries/seat.view.ts';
import {
  ASSIGN_ERRORS,
  NO_PURCHASE_GIVEN,
  NOT_PENDING,
  PURCHASE_NOT_FOUND,
  REASSIGN_ERRORS,
  SEAT_NOT_FOUND,
} from './seat-operations.ts';
import {
  AssignSeatRequest,
  ListSeatsRequest,
  OneSeatRequest,
  purchaseOf,
  ReassignSeatRequest,
  recipientOf,
} from './seats.dto.ts';

const WRITE = 'customer_seats:write';

/** Sellers assign the seats of purchases. */
@ApiTags('customer_seats')
@Controller('v1/customer-seats')
export class CustomerSeatsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @StreamsLists()
  @Responses({
    summary: 'List the seats of a subscription or an order',
    description:
      'Returns the seats of a subscription or order, oldest first, including revoked ones. Returns all of them unless `page` or `limit` is given.',
    ok: { status: 200, view: SeatsListView },
    errors: {
      400: NO_PURCHASE_GIVEN,
      404: PURCHASE_NOT_FOUND,
    },
  })
  @RequireScope('customer_seats:read')
  list(
    @Input(ListSeatsRequest) { query: { page, limit, ...which } }: InputOf<typeof ListSeatsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Streamed<SeatsListView, 'seats'>> {
    const within = { organizations: caller.access('seats').visible, customerId: null, memberId: null };
    return this.queries.execute(new ListSeats(within, which, { page, limit }));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Assign a seat',
    description:
      'Assigns a seat to a recipient, who becomes a member of the customer that bought the seats and gets an e-mail with an invitation ' +
      'that is valid for 24 hours. With `immediate_claim` the seat is claimed at once and no e-mail is sent. The benefits of the product are granted ' +
      'when the seat is claimed. Publishes `customer_seat.assigned`.',
    ok: { status: 200, view: SeatView },
    errors: ASSIGN_ERRORS,
  })
  @RequireScope(WRITE)
  async assign(
    @Input(AssignSeatRequest) { body }: InputOf<typeof AssignSeatRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<SeatView> {
    const input = { recipient: recipientOf(body), metadata: body.metadata ?? {} };
    const access = SeatAccess.ofSeller(caller.access('seats'));
    const [id] = await this.commands.execute(new AssignSeats(access, purchaseOf(body), [input], body.immediate_claim));
    return this.seat(access, id!);
  }

  @Delete(':seat_id')
  @Responses({
    summary: 'Revoke a seat',
    description:
      'Revokes a seat: its holder loses the benefits, and the seat can be assigned again. Revoking a revoked seat has no effect. Publishes `customer_seat.revoked`.',
    ok: { status: 200, view: SeatView },
    errors: { 404: SEAT_NOT_FOUND },
  })
  @RequireScope(WRITE)
  async revoke(
    @Input(OneSeatRequest) { path }: InputOf<typeof OneSeatRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<SeatView> {
    const access = SeatAccess.ofSeller(caller.access('seats'));
    await this.commands.execute(new RevokeSeat(access, path.seat_id));
    return this.seat(access, path.seat_id);
  }

  @Post(':seat_id/reassign')
  @Idempotent()
  @Responses({
    summary: 'Reassign a seat',
    description:
      'Takes the seat from its holder, who loses the benefits, and assigns it to somebody else as `POST /v1/customer-seats` does, or neither. ' +
      'Publishes `customer_seat.revoked` and `customer_seat.assigned`, or `customer_seat.claimed` with `immediate_claim`. An extension.',
    ok: { status: 200, view: SeatView },
    errors: REASSIGN_ERRORS,
  })
  @RequireScope(WRITE)
  async reassign(
    @Input(ReassignSeatRequest) { path, body }: InputOf<typeof ReassignSeatRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<SeatView> {
    const access = SeatAccess.ofSeller(caller.access('seats'));
    const id = await this.commands.execute(new ReassignSeat(access, path.seat_id, body, body.immediate_claim));
    return this.seat(access, id);
  }

  @Post(':seat_id/resend')
  @Idempotent()
  @Responses({
    summary: 'Resend the invitation to a seat',
    description: 'Sends a new invitation by e-mail, valid for 24 hours. Older invitations stop working.',
    ok: { status: 200, view: SeatView },
    errors: { 400: NOT_PENDING, 404: SEAT_NOT_FOUND, 429: MAIL_LIMIT_EXCEEDED },
  })
  @RequireScope(WRITE)
  async resend(
    @Input(OneSeatRequest) { path }: InputOf<typeof OneSeatRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<SeatView> {
    const access = SeatAccess.ofSeller(caller.access('seats'));
    await this.commands.execute(new ResendInvitation(access, path.seat_id));
    return this.seat(access, path.seat_id);
  }

  @Post(':seat_id/invitation')
  @Idempotent()
  @Responses({
    summary: 'Create an invitation to a seat',
    description:
      'Creates a new invitation, valid for 24 hours, and returns its token instead of sending an e-mail, for sellers who notify recipients themselves. ' +
      'No other response contains the token. Older invitations stop working. Whoever has the token can claim the seat and gets a session of its ' +
      'member, so this requires the right to act for customers, which the role `support` does not have.',
    ok: { status: 200, view: InvitationView },
    errors: { 400: NOT_PENDING, 403: MANAGEMENT_NOT_PERMITTED, 404: SEAT_NOT_FOUND },
  })
  @RequireScope(WRITE)
  async invite(
    @Input(OneSeatRequest) { path }: InputOf<typeof OneSeatRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<InvitationView> {
    const access = SeatAccess.ofSeller(caller.access('seats'));
    const invitation = await this.commands.execute(
      new CreateInvitation(access, caller.access('acting for customers'), path.seat_id),
    );
    return this.queries.execute(new GetInvitation(invitation));
  }

  private async seat({ organizations }: SeatAccess, id: string): Promise<SeatView> {
    return (await this.queries.execute(new GetSeats(organizations, [id])))[0]!;
  }
}
