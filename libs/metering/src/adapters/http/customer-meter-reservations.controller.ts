import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Idempotent, Input, type InputOf, NotAudited, type Page, Responses } from '#platform/http';
import { viewMaker } from '#platform/wire';
import { CommitUnits } from '../../commands/commit-units.ts';
import { ReleaseUnits } from '../../commands/release-units.ts';
import { ReserveUnits } from '../../commands/reserve-units.ts';
import { ListMeterReservations } from '../../queries/list-meter-reservations.ts';
import { CommittedUnitsView, type MeterReservationView, ReservedUnitsView } from '../../queries/meter-reservation.view.ts';
import {
  CommitUnitsRequest,
  ListMeterReservationsRequest,
  ReleaseUnitsRequest,
  ReserveUnitsRequest,
} from './customer-meter-reservations.dto.ts';
import { COMMIT, LIST, RELEASE, RESERVE } from './customer-meter-reservation-operations.ts';

/** Reservations of balances, for services of sellers. */
@ApiTags('customer_meters')
@Controller('v1/customer-meters/:id/reservations')
export class CustomerMeterReservationsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses(LIST)
  @RequireScope('customer_meters:read')
  listReservations(
    @Input(ListMeterReservationsRequest) { path, query }: InputOf<typeof ListMeterReservationsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<MeterReservationView>> {
    return this.queries.execute(new ListMeterReservations(caller.access('products'), path.id, query));
  }

  @Post()
  @NotAudited('Services do it very often. Reservations and events tell about it.')
  @HttpCode(200)
  @Idempotent()
  @Responses(RESERVE)
  @RequireScope('events:write')
  async reserve(
    @Input(ReserveUnitsRequest) { path, body }: InputOf<typeof ReserveUnitsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ) {
    const request = { units: body.units, seconds: body.ttl_seconds };
    const reserved = await this.commands.execute(new ReserveUnits(caller.access('events'), path.id, request));
    return toReserved({ ...reserved, createdAt: new Date(reserved.createdAt), expiresAt: new Date(reserved.expiresAt) });
  }

  @Post(':reservation_id/commit')
  @NotAudited('Services do it very often. Reservations and events tell about it.')
  @HttpCode(200)
  @Idempotent()
  @Responses(COMMIT)
  @RequireScope('events:write')
  async commitReservation(
    @Input(CommitUnitsRequest) { path, body }: InputOf<typeof CommitUnitsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ) {
    const { name, timestamp, external_id: externalId, metadata } = body.event;
    const event = { name, timestamp, externalId: externalId ?? null, metadata: metadata ?? {} };
    return toCommitted(
      await this.commands.execute(new CommitUnits(caller.access('events'), path.id, path.reservation_id, event)),
    );
  }

  @Post(':reservation_id/release')
  @NotAudited('Services do it very often. Reservations and events tell about it.')
  @HttpCode(204)
  @Idempotent()
  @Responses(RELEASE)
  @RequireScope('events:write')
  async releaseReservation(
    @Input(ReleaseUnitsRequest) { path }: InputOf<typeof ReleaseUnitsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    await this.commands.execute(new ReleaseUnits(caller.access('events'), path.id, path.reservation_id));
  }
}

const toReserved = viewMaker(ReservedUnitsView);
const toCommitted = viewMaker(CommittedUnitsView);
