import { Controller, Get, Patch, Post, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, MANAGEMENT_NOT_PERMITTED, type Page, pageOf, Idempotent } from '#platform/http';
import { CreateMeter } from '../../commands/create-meter.ts';
import { UpdateMeter } from '../../commands/update-meter.ts';
import { SetThresholds } from '../../commands/set-thresholds.ts';
import { GetMeter } from '../../queries/get-meter.ts';
import { GetQuantities, QuantitiesView } from '../../queries/get-quantities.ts';
import { GetThresholds, ThresholdsView } from '../../queries/get-thresholds.ts';
import { ListMeters } from '../../queries/list-meters.ts';
import { MeterView } from '../../queries/meter.view.ts';
import {
  CreateMeterRequest,
  ListMetersRequest,
  METER_NOT_FOUND,
  meterChanges,
  newMeter,
  OneMeterRequest,
  QuantitiesRequest,
  UpdateMeterRequest,
  SetThresholdsRequest,
} from './meters.dto.ts';

@ApiTags('meters')
@Controller('v1/meters')
export class MetersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List meters',
    description:
      'Returns the meters of all organizations that the caller can access, by name by default. Archived meters are included unless `is_archived` is `false`.',
    ok: { status: 200, view: pageOf(MeterView, 'Meter') },
  })
  @RequireScope(['meters:read', 'meters:write'])
  list(
    @Input(ListMetersRequest) { query }: InputOf<typeof ListMetersRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<MeterView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListMeters(caller.access('products'), filter, sorting, { page, limit }));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create a meter',
    description:
      'Creates a meter, which counts the events that match its filter, including events that arrived before. Text is compared byte by byte. A filter has at most 250 clauses, nested up to 100 levels, and the meters of an organization that are not archived have at most 1,000 in all; there are at most 100 of them; a property has at most 1,000 characters and ten levels.',
    ok: { status: 201, view: MeterView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED },
  })
  @RequireScope('meters:write')
  async create(
    @Input(CreateMeterRequest) { body }: InputOf<typeof CreateMeterRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<MeterView> {
    const organizationId = caller.organizationFor(body.organization_id, 'products');
    const id = await this.commands.execute(new CreateMeter(newMeter(body, organizationId)));
    return this.queries.execute(new GetMeter(caller.access('products'), id));
  }

  @Get(':id')
  @Responses({
    summary: 'Get a meter',
    description: 'Returns a meter with its filter and aggregation.',
    ok: { status: 200, view: MeterView },
    errors: { 404: METER_NOT_FOUND },
  })
  @RequireScope(['meters:read', 'meters:write'])
  get(
    @Input(OneMeterRequest) { path }: InputOf<typeof OneMeterRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<MeterView> {
    return this.queries.execute(new GetMeter(caller.access('products'), path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a meter',
    description:
      'Changes the fields that are sent; required fields that are `null` stay as they are. The filter, the aggregation and `late_events` cannot change once the meter has counted an event. An archived meter does not count; when it is restored, it counts the events that arrived meanwhile. The limits of meters and clauses are those of new meters.',
    ok: { status: 200, view: MeterView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: METER_NOT_FOUND },
  })
  @RequireScope('meters:write')
  async update(
    @Input(UpdateMeterRequest) { path, body }: InputOf<typeof UpdateMeterRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<MeterView> {
    const access = caller.access('products');
    await this.commands.execute(new UpdateMeter(access, path.id, meterChanges(body)));
    return this.queries.execute(new GetMeter(access, path.id));
  }

  @Get(':id/quantities')
  @Responses({
    summary: 'Get quantities of a meter over time',
    description:
      'Returns the quantity of a meter for every interval of a time range, by the times of the events. Intervals start in the given time zone; a day with two midnights starts at the first. Only ingested events count. Events that the meter has not counted yet are included.',
    ok: { status: 200, view: QuantitiesView },
    errors: { 404: METER_NOT_FOUND },
  })
  @RequireScope(['meters:read', 'meters:write'])
  quantities(
    @Input(QuantitiesRequest) { path, query }: InputOf<typeof QuantitiesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<QuantitiesView> {
    return this.queries.execute(new GetQuantities(caller.access('products'), path.id, query));
  }

  @Get(':id/thresholds')
  @Responses({
    summary: 'Get the thresholds of a meter',
    description: 'Returns the amounts of use at which `customer_meter.threshold_reached` is published.',
    ok: { status: 200, view: ThresholdsView },
    errors: { 404: METER_NOT_FOUND },
  })
  @RequireScope(['meters:read', 'meters:write'])
  thresholds(
    @Input(OneMeterRequest) { path }: InputOf<typeof OneMeterRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ThresholdsView> {
    return this.queries.execute(new GetThresholds(caller.access('products'), path.id));
  }

  @Put(':id/thresholds')
  @Responses({
    summary: 'Set the thresholds of a meter',
    description:
      'Replaces the thresholds of a meter. When the use of a customer reaches a threshold, `customer_meter.threshold_reached` is published, once per period. Use before the threshold was set is not reported.',
    ok: { status: 200, view: ThresholdsView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: METER_NOT_FOUND },
  })
  @RequireScope('meters:write')
  async setThresholds(
    @Input(SetThresholdsRequest) { path, body }: InputOf<typeof SetThresholdsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ThresholdsView> {
    const access = caller.access('products');
    await this.commands.execute(new SetThresholds(access, path.id, body.thresholds));
    return this.queries.execute(new GetThresholds(access, path.id));
  }
}
