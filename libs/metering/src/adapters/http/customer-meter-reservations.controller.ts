import { Controller, Get, HttpCode, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Idempotent, Input, type InputOf, NotAudited, type Page, Responses, pageOf } from '#platform/http';
import { viewMaker } from '#platform/wire';
import { CommitUnits } from '../../commands/commit-units.ts';
import { ReleaseUnits } from '../../commands/release-units.ts';
import { ReserveUnits } from '../../commands/reserve-units.ts';
import { ListMeterReservations } from '../../queries/list-meter-reservations.ts';
import { CommittedUnitsView, MeterReservationView, ReservedUnitsView } from '../../queries/meter-reservation.view.ts';
import {
  CommitUnitsRequest,
  ListMeterReservationsRequest,
  ReleaseUnitsRequest,
  ReserveUnitsRequest,
} from './customer-meter-reservations.dto.ts';

const NO_METER = ['ResourceNotFound', 'The customer meter does not exist or belongs to another organization.'] as const;
const NO_RESERVATION = [
  'ResourceNotFound',
  'The customer meter does not exist, or it has no such reservation: it was committed or released, or has expired.',
] as const;
const NOT_PERMITTED = ['NotPermitted', 'The caller may not ingest events of the organization.'] as const;

const CODE = {
  'License-Code':
    'The reason, for programs: `USAGE_LIMIT_EXCEEDED`, `RESERVATION_LIMIT_REACHED`, `METER_NOT_RESERVABLE` or `RESERVATION_NOT_FOUND`.',
};

const LIST = {
  summary: 'List reservations of a customer meter',
  description: 'Returns the reservations of the balance that are open, oldest first. An extension.',
  ok: { status: 200, view: pageOf(MeterReservationView, 'CustomerMeterReservation') },
  errors: { 404: NO_METER },
} as const satisfies Responses;

const RESERVE = {
  summary: 'Reserve units of a customer meter',
  description:
    'Keeps units of the balance for one caller: other reservations do not get them until they are committed or released, or the time is over. ' +
    'Only reservations are refused; events are ingested as ever, whatever is reserved. An extension.',
  ok: { status: 200, view: ReservedUnitsView },
  errors: {
    400: ['BadRequest', 'The units exceed the balance less what is reserved.'],
    403: [
      'NotPermitted',
      'The caller may not ingest events of the organization, the customer meter has 100 open reservations, or its meter is archived or neither counts nor sums.',
    ],
    404: NO_METER,
  },
  headers: CODE,
} as const satisfies Responses;

const COMMIT = {
  summary: 'Commit a reservation of a customer meter',
  description:
    'Ingests the event that the units were reserved for and ends the reservation, both or neither. The meter may count as many units of the event as were reserved, or fewer; the others are free again. An extension.',
  ok: { status: 200, view: CommittedUnitsView },
  errors: { 403: NOT_PERMITTED, 404: NO_RESERVATION },
  headers: CODE,
} as const satisfies Responses;

const RELEASE = {
  summary: 'Release a reservation of a customer meter',
  description: 'Makes the units of a reservation free again, without using them. An extension.',
  ok: { status: 204, view: null },
  errors: { 403: NOT_PERMITTED, 404: NO_RESERVATION },
  headers: CODE,
} as const satisfies Responses;

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
