import { Controller, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, TakesCsv, Idempotent, NotIdempotent } from '#platform/http';
import { AssignSeats } from '../../commands/assign-seats.ts';
import { SeatAccess } from '../../commands/seat-access.ts';
import { ReleaseExpiredSeats } from '../../commands/release-expired-seats.ts';
import { GetSeats } from '../../queries/get-seats.ts';
import { AssignedSeatsView, ReleasedSeatsView, type SeatView } from '../../queries/seat.view.ts';
import { ASSIGN_ERRORS, PURCHASE_NOT_FOUND } from './seat-operations.ts';
import { AssignSeatsRequest, purchaseOf, purchaseOfMany, ReleaseExpiredRequest, toAssignmentInput } from './seats.dto.ts';

/** Operations on many seats of one purchase. */
@ApiTags('customer_seats')
@Controller('v1/customer-seats')
export class BulkSeatsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Post('bulk')
  @Idempotent()
  @Responses({
    summary: 'Assign many seats',
    description:
      'Assigns up to 1,000 seats; either all of them or, if one cannot be assigned, none. The body can also be `text/csv` with a header line ' +
      'that names the columns `email`, `name` and `external_member_id`; the subscription or order is then named in the query.',
    ok: { status: 200, view: AssignedSeatsView },
    errors: ASSIGN_ERRORS,
  })
  @TakesCsv()
  @RequireScope('customer_seats:write')
  async assignMany(
    @Input(AssignSeatsRequest) { query, body }: InputOf<typeof AssignSeatsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<{ seats: SeatView[] }> {
    const purchase = purchaseOfMany(query, body);
    const access = SeatAccess.ofSeller(caller.access('seats'));
    const ids = await this.commands.execute(new AssignSeats(access, purchase, body.seats.map(toAssignmentInput)));
    return { seats: await this.queries.execute(new GetSeats(access.organizations, ids)) };
  }

  @Post('release-expired')
  @NotIdempotent('It releases what has expired by then: the same request again releases the rest.')
  @Responses({
    summary: 'Release seats whose invitation has expired',
    description:
      'Revokes the pending seats of a subscription or order whose invitation has expired, so that they can be assigned again.',
    ok: { status: 200, view: ReleasedSeatsView },
    errors: { 404: PURCHASE_NOT_FOUND },
  })
  @RequireScope('customer_seats:write')
  async releaseExpired(
    @Input(ReleaseExpiredRequest) { body }: InputOf<typeof ReleaseExpiredRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<{ released: number }> {
    const access = SeatAccess.ofSeller(caller.access('seats'));
    return { released: await this.commands.execute(new ReleaseExpiredSeats(access, purchaseOf(body))) };
  }
}
