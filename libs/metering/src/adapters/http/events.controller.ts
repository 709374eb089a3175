import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Responses, BodyLimit, Input, type InputOf, NOT_PERMITTED, type Page, pageOf } from '#platform/http';
import { type Infer, integer, object } from '#platform/wire';
import { IngestEvents } from '../../commands/ingest-events.ts';
import { EventNameView, EventView } from '../../queries/event.view.ts';
import { GetEvent } from '../../queries/get-event.ts';
import { ListEventNames } from '../../queries/list-event-names.ts';
import { ListEvents } from '../../queries/list-events.ts';
import { IngestEventsRequest, ListEventNamesRequest, ListEventsRequest, OneEventRequest } from './events.dto.ts';
import { toEvents } from './to-events.ts';

const NOT_FOUND = ['ResourceNotFound', 'The event does not exist, or belongs to another organization'] as const;

const IngestedView = object({ inserted: integer(), duplicates: integer() }, 'EventsIngestResponse');

@ApiTags('events')
@Controller('v1/events')
export class EventsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List events',
    description:
      '`filter` is the JSON text of a filter. `depth` shows events with what is below them: below `parent_id`, or below those without a parent. `external_customer_id` finds what was told of it, and everything of the customer that has it now. `query` needs `organization_id`.',
    ok: { status: 200, view: pageOf(EventView, 'Event') },
  })
  @RequireScope(['events:read', 'events:write'])
  list(
    @Input(ListEventsRequest) { query }: InputOf<typeof ListEventsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<EventView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListEvents(caller.access('events'), filter, sorting, { page, limit }));
  }

  @Get('names')
  @Responses({ summary: 'List names of events', ok: { status: 200, view: pageOf(EventNameView, 'EventName') } })
  @RequireScope(['events:read', 'events:write'])
  names(
    @Input(ListEventNamesRequest) { query }: InputOf<typeof ListEventNamesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<EventNameView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListEventNames(caller.access('events'), filter, sorting, { page, limit }));
  }

  @Get(':id')
  @Responses({ summary: 'Get an event', ok: { status: 200, view: EventView }, errors: { 404: NOT_FOUND } })
  @RequireScope(['events:read', 'events:write'])
  get(
    @Input(OneEventRequest) { path }: InputOf<typeof OneEventRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<EventView> {
    return this.queries.execute(new GetEvent(caller.access('events'), path.id));
  }

  @Post('ingest')
  @Responses({
    summary: 'Ingest events',
    description:
      'All of them or none. Once this has answered, every balance includes them. An `external_id` that is there already, stored or in the same request, is a duplicate and skipped. What is wrong is told of all events at once: first what they look like, times in the future included, then organizations, customers and members that are not there. `member_id` is any member of the organization, `external_member_id` is kept as it is. Numbers are kept as JSON numbers are: to about 16 digits.',
    ok: { status: 200, view: IngestedView },
    errors: { 403: NOT_PERMITTED },
  })
  @RequireScope('events:write')
  @BodyLimit(10)
  ingest(
    @Input(IngestEventsRequest) { body }: InputOf<typeof IngestEventsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Infer<typeof IngestedView>> {
    return this.commands.execute(new IngestEvents(toEvents(body.events, caller)));
  }
}
