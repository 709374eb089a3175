import { Controller, Get, Patch, Post, Put } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, Input, type InputOf, NOT_PERMITTED, type Page, pageOf } from '#platform/http';
import { CreateMeter } from '../../commands/create-meter.ts';
import { UpdateMeter } from '../../commands/update-meter.ts';
import { SetThresholds } from '../../commands/set-thresholds.ts';
import { GetMeter } from '../../queries/get-meter.ts';
import { GetQuantities, QuantitiesView } from '../../queries/get-quantities.ts';
import { GetThresholds, ThresholdsView } from '../../queries/get-thresholds.ts';
import { ListMeters } from '../../queries/list-meters.ts';
import { MeterView } from '../../contract/meter.view.ts';
import {
  CreateMeterRequest,
  ListMetersRequest,
  meterChanges,
  newMeter,
  OneMeterRequest,
  QuantitiesRequest,
  UpdateMeterRequest,
  WatchThresholdsRequest,
} from './meters.dto.ts';

const NOT_FOUND = ['ResourceNotFound', 'The meter does not exist, or belongs to another organization'] as const;

@ApiTags('meters')
@Controller('v1/meters')
export class MetersController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({ summary: 'List meters', ok: { status: 200, view: pageOf(MeterView, 'Meter') } })
  @RequireScope(['meters:read', 'meters:write'])
  list(
    @Input(ListMetersRequest) { query }: InputOf<typeof ListMetersRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<MeterView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListMeters(caller.access('products'), filter, sorting, { page, limit }));
  }

  @Post()
  @Responses({
    summary: 'Create a meter',
    description:
      'It counts the events that its filter matches, those that arrived before included. Text is compared byte by byte, `like` is a part of it; a filter has at most 1,000 clauses, groups of them included, nested up to 100 levels, and a property at most 1,000 characters and ten steps.',
    ok: { status: 201, view: MeterView },
    errors: { 403: NOT_PERMITTED },
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
  @Responses({ summary: 'Get a meter', ok: { status: 200, view: MeterView }, errors: { 404: NOT_FOUND } })
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
      'Filter and aggregation stay once the meter has counted an event. A meter that is archived does not count; once it is not any more, it catches up.',
    ok: { status: 200, view: MeterView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
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
      'Of what users did between the two times, when they did it, in the buckets of a time zone; a day begins at the first of two midnights. Both times need an offset; the first is in 2023 or later. `total` is aggregated over all of it. What the meter has yet to count is there, too.',
    ok: { status: 200, view: QuantitiesView },
    errors: { 404: NOT_FOUND },
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
    ok: { status: 200, view: ThresholdsView },
    errors: { 404: NOT_FOUND },
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
      'When what a customer has used of it passes one upward, `customer_meter.threshold_reached` is published, once until the meter is reset. What was used before passes nothing.',
    ok: { status: 200, view: ThresholdsView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('meters:write')
  async setThresholds(
    @Input(WatchThresholdsRequest) { path, body }: InputOf<typeof WatchThresholdsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ThresholdsView> {
    const access = caller.access('products');
    await this.commands.execute(new SetThresholds(access, path.id, body.thresholds));
    return this.queries.execute(new GetThresholds(access, path.id));
  }
}
