import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, type PortalPrincipal, RequireCustomer } from '#platform/auth';
import { Responses, Input, type InputOf, MAIL_LIMIT_EXCEEDED, StreamsLists, Idempotent } from '#platform/http';
import type { Streamed } from '#support/streamed-lists';
import { AssignSeats } from '../../commands/assign-seats.ts';
import { SeatAccess } from '../../commands/seat-access.ts';
import { ResendInvitation } from '../../commands/resend-invitation.ts';
import { RevokeSeat } from '../../commands/revoke-seat.ts';
import { GetSeats } from '../../queries/get-seats.ts';
import { ListSeats } from '../../queries/list-seats.ts';
import { SeatsListView, SeatView } from '../../queries/seat.view.ts';
import { ASSIGN_ERRORS, MANAGERS_ONLY, NO_PURCHASE_GIVEN, NOT_PENDING, SEAT_NOT_FOUND } from './seat-operations.ts';
import { AssignOwnSeatRequest, ListSeatsRequest, OneSeatRequest, purchaseOf, recipientOf } from './seats.dto.ts';

/** Customers, through their owners and billing managers, assign the seats that they bought. */
@ApiTags('customer_portal')
@Controller('v1/customer-portal/seats')
export class PortalSeatsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @StreamsLists()
  @Responses({
    summary: 'List the seats of a subscription or an order',
    description:
      'Returns the seats of a subscription or order of the customer, oldest first. Members who are neither owner nor billing manager see only their own seats.',
    ok: { status: 200, view: SeatsListView },
    errors: {
      400: NO_PURCHASE_GIVEN,
      404: ['ResourceNotFound', 'The subscription or order does not exist or belongs to another customer.'],
    },
  })
  @RequireCustomer()
  list(
    @Input(ListSeatsRequest) { query: { page, limit, ...which } }: InputOf<typeof ListSeatsRequest>,
    @CurrentCaller() { organizationId, customerId, memberId, access }: PortalPrincipal,
  ): Promise<Streamed<SeatsListView, 'seats'>> {
    const within = { organizations: [organizationId], customerId, memberId: access.seesUnassigned ? null : memberId };
    return this.queries.execute(new ListSeats(within, which, { page, limit }));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Assign a seat',
    description:
      'Assigns a seat to a recipient, who becomes a member of the customer and gets an e-mail with an invitation that is valid for 24 hours. With `immediate_claim` the seat is claimed at once and no e-mail is sent. Members need the role `owner` or `billing_manager`.',
    ok: { status: 200, view: SeatView },
    errors: { ...ASSIGN_ERRORS, 403: MANAGERS_ONLY },
  })
  @RequireCustomer({ leading: true })
  async assign(
    @Input(AssignOwnSeatRequest) { body }: InputOf<typeof AssignOwnSeatRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<SeatView> {
    const input = { recipient: recipientOf(body), metadata: body.metadata ?? {} };
    const access = SeatAccess.ofCustomer(caller);
    const [id] = await this.commands.execute(new AssignSeats(access, purchaseOf(body), [input], body.immediate_claim));
    return this.seat(access, id!);
  }

  @Delete(':seat_id')
  @Responses({
    summary: 'Revoke a seat',
    description:
      'Revokes a seat: its holder loses the benefits, and the seat can be assigned again. Members need the role `owner` or `billing_manager`.',
    ok: { status: 200, view: SeatView },
    errors: { 403: MANAGERS_ONLY, 404: SEAT_NOT_FOUND },
  })
  @RequireCustomer({ leading: true })
  async revoke(
    @Input(OneSeatRequest) { path }: InputOf<typeof OneSeatRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<SeatView> {
    const access = SeatAccess.ofCustomer(caller);
    await this.commands.execute(new RevokeSeat(access, path.seat_id));
    return this.seat(access, path.seat_id);
  }

  @Post(':seat_id/resend')
  @Idempotent()
  @Responses({
    summary: 'Resend the invitation to a seat',
    description:
      'Sends a new invitation by e-mail, valid for 24 hours. Older invitations stop working. Members need the role `owner` or `billing_manager`.',
    ok: { status: 200, view: SeatView },
    errors: {
      400: NOT_PENDING,
      403: MANAGERS_ONLY,
      404: SEAT_NOT_FOUND,
      429: MAIL_LIMIT_EXCEEDED,
    },
  })
  @RequireCustomer({ leading: true })
  async resend(
    @Input(OneSeatRequest) { path }: InputOf<typeof OneSeatRequest>,
    @CurrentCaller() caller: PortalPrincipal,
  ): Promise<SeatView> {
    const access = SeatAccess.ofCustomer(caller);
    await this.commands.execute(new ResendInvitation(access, path.seat_id));
    return this.seat(access, path.seat_id);
  }

  private async seat({ organizations }: SeatAccess, id: string): Promise<SeatView> {
    return (await this.queries.execute(new GetSeats(organizations, [id])))[0]!;
  }
}
