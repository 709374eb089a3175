import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type Caller, CurrentCaller, RequireScope } from '#platform/auth';
import { Answers, Input, type InputOf } from '#platform/http';
import { AssignSeats } from '../../commands/assign-seats.ts';
import { CreateInvitation } from '../../commands/create-invitation.ts';
import { Reach } from '../../commands/reach.ts';
import { ResendInvitation } from '../../commands/resend-invitation.ts';
import { RevokeSeat } from '../../commands/revoke-seat.ts';
import { GetInvitation } from '../../queries/get-invitation.ts';
import { GetSeats } from '../../queries/get-seats.ts';
import { ListSeats } from '../../queries/list-seats.ts';
import { InvitationView, SeatsListView, SeatView } from '../../queries/seat.view.ts';
import { ASSIGN_REFUSALS, NOT_PENDING, SEAT_NOT_FOUND } from './seat-operations.ts';
import { AssignSeatRequest, ListSeatsRequest, OneSeatRequest, purchaseOf, recipientOf } from './seats.dto.ts';

const WRITE = 'customer_seats:write';

/** Sellers give the seats of what they sold. */
@ApiTags('customer_seats')
@Controller('v1/customer-seats')
export class CustomerSeatsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Answers({
    summary: 'List the seats of a subscription or an order',
    description: 'Revoked ones included, the oldest first; all of them, or a page where `page` or `limit` is given.',
    ok: { status: 200, view: SeatsListView },
    refusals: {
      400: ['BadRequest', 'Neither subscription_id nor order_id is given'],
      404: ['ResourceNotFound', 'The subscription or order does not exist, or belongs to another organization'],
    },
  })
  @RequireScope('customer_seats:read')
  list(
    @Input(ListSeatsRequest) { query: { page, limit, ...which } }: InputOf<typeof ListSeatsRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<SeatsListView> {
    const within = { organizations: caller.access('sales').visible, customerId: null, memberId: null };
    return this.queries.execute(new ListSeats(within, which, { page, limit }));
  }

  @Post()
  @Answers({
    summary: 'Assign a seat',
    description:
      'The recipient becomes a member of the customer that bought the seats, and is invited by mail to claim the seat within 24 ' +
      'hours; with `immediate_claim` it is claimed at once and nobody is written to.',
    ok: { status: 200, view: SeatView },
    refusals: ASSIGN_REFUSALS,
  })
  @RequireScope(WRITE)
  async assign(
    @Input(AssignSeatRequest) { body }: InputOf<typeof AssignSeatRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<SeatView> {
    const wish = { recipient: recipientOf(body), metadata: body.metadata ?? {} };
    const reach = Reach.ofSeller(caller.access('sales'));
    const [id] = await this.commands.execute(new AssignSeats(reach, purchaseOf(body), [wish], body.immediate_claim));
    return this.seat(reach, id!);
  }

  @Delete(':seat_id')
  @Answers({
    summary: 'Revoke a seat',
    description: 'Its holder loses what the seat brought; the seat can be assigned again. A revoked seat is answered as it is.',
    ok: { status: 200, view: SeatView },
    refusals: { 404: SEAT_NOT_FOUND },
  })
  @RequireScope(WRITE)
  async revoke(
    @Input(OneSeatRequest) { path }: InputOf<typeof OneSeatRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<SeatView> {
    const reach = Reach.ofSeller(caller.access('sales'));
    await this.commands.execute(new RevokeSeat(reach, path.seat_id));
    return this.seat(reach, path.seat_id);
  }

  @Post(':seat_id/resend')
  @Answers({
    summary: 'Resend the invitation to a seat',
    description: 'Sends a new one, good for 24 hours. Older ones are of no use from then on.',
    ok: { status: 200, view: SeatView },
    refusals: { 400: NOT_PENDING, 404: SEAT_NOT_FOUND },
  })
  @RequireScope(WRITE)
  async resend(
    @Input(OneSeatRequest) { path }: InputOf<typeof OneSeatRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<SeatView> {
    const reach = Reach.ofSeller(caller.access('sales'));
    await this.commands.execute(new ResendInvitation(reach, path.seat_id));
    return this.seat(reach, path.seat_id);
  }

  @Post(':seat_id/invitation')
  @Answers({
    summary: 'Make an invitation to a seat',
    description:
      'For sellers who write to the holder themselves: nothing is sent. The token is shown this once, and good for 24 hours. Older ' +
      'invitations are of no use from then on.',
    ok: { status: 200, view: InvitationView },
    refusals: { 400: NOT_PENDING, 404: SEAT_NOT_FOUND },
  })
  @RequireScope(WRITE)
  async invite(
    @Input(OneSeatRequest) { path }: InputOf<typeof OneSeatRequest>,
    @CurrentCaller() caller: Caller,
  ): Promise<InvitationView> {
    const reach = Reach.ofSeller(caller.access('sales'));
    return this.queries.execute(new GetInvitation(await this.commands.execute(new CreateInvitation(reach, path.seat_id))));
  }

  private async seat({ organizations }: Reach, id: string): Promise<SeatView> {
    return (await this.queries.execute(new GetSeats(organizations, [id])))[0]!;
  }
}
