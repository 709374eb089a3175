import { Controller, Get, Patch } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { CurrentCaller, RequireScope, type SellerPrincipal } from '#platform/auth';
import { Input, type InputOf, MANAGEMENT_NOT_PERMITTED, type Page, pageOf, Responses } from '#platform/http';
import { UpdateEventType } from '../../commands/update-event-type.ts';
import { EventTypeView, EventTypeWithStatsView } from '../../queries/event-type.view.ts';
import { GetEventType } from '../../queries/get-event-type.ts';
import { ListEventTypes } from '../../queries/list-event-types.ts';
import { eventAccessOf } from './event-access-of.ts';
import { ListEventTypesRequest, OneEventTypeRequest, UpdateEventTypeRequest } from './event-types.dto.ts';

const NOT_FOUND = ['ResourceNotFound', 'The event type does not exist or belongs to another organization.'] as const;

@ApiTags('event_types')
@Controller('v1/event-types')
export class EventTypesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List event types',
    description:
      'Returns the names of events with their labels, how often they occurred and when, most recently seen first by default. The filter by parent counts the events themselves; everything else is read from stored figures.',
    ok: { status: 200, view: pageOf(EventTypeWithStatsView, 'EventTypeWithStats') },
  })
  @RequireScope(['events:read', 'events:write'])
  list(
    @Input(ListEventTypesRequest) { query }: InputOf<typeof ListEventTypesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<EventTypeWithStatsView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListEventTypes(eventAccessOf(caller), filter, sorting, { page, limit }));
  }

  @Get(':id')
  @Responses({
    summary: 'Get an event type',
    description: 'Returns the label of ingested events with one name.',
    ok: { status: 200, view: EventTypeView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(['events:read', 'events:write'])
  get(
    @Input(OneEventTypeRequest) { path }: InputOf<typeof OneEventTypeRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<EventTypeView> {
    return this.queries.execute(new GetEventType(caller.access('events'), path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update an event type',
    description:
      'Changes the label of an event type. Fields that are left out stay as they are. Events that have arrived already are shown with the new label.',
    ok: { status: 200, view: EventTypeView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('events:write')
  async update(
    @Input(UpdateEventTypeRequest) { path, body }: InputOf<typeof UpdateEventTypeRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<EventTypeView> {
    const access = caller.access('events');
    const changes = { label: body.label, labelPropertySelector: body.label_property_selector };
    await this.commands.execute(new UpdateEventType(access, path.id, changes));
    return this.queries.execute(new GetEventType(access, path.id));
  }
}
