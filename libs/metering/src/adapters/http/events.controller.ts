import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import {
  BodyLimit,
  Idempotent,
  Input,
  type InputOf,
  MANAGEMENT_NOT_PERMITTED,
  NotAudited,
  type Page,
  pageOf,
  Responses,
} from '#platform/http';
import { type Infer, integer, object } from '#platform/wire';
import { IngestEvents, type UsageEventInput } from '../../commands/ingest-events.ts';
import { EventNameView, EventView } from '../../queries/event.view.ts';
import { FoundEventsView } from '../../queries/found-events.view.ts';
import { GetEvent } from '../../queries/get-event.ts';
import { ListEventNames } from '../../queries/list-event-names.ts';
import { ListEvents } from '../../queries/list-events.ts';
import { SearchEvents } from '../../queries/search-events.ts';
import {
  IngestEventsRequest,
  ListEventNamesRequest,
  ListEventsRequest,
  OneEventRequest,
  SearchEventsRequest,
  type IngestedEventBody,
} from './events.dto.ts';
import { eventAccessOf } from './event-access-of.ts';
import { ValidationFailed, type FieldError } from '#kernel';
import { replaceInSlices } from '#support/slices';

/** Assigns each event to its organization, or reports why it has none. Replaces the bodies in their array. */
function toEvents(bodies: IngestedEventBody[], caller: SellerPrincipal): Promise<(UsageEventInput | FieldError)[]> {
  const organizationFor = cachedResolver(caller);
  return replaceInSlices(bodies, (event, index) => {
    const organization = organizationFor(event.organization_id);
    return typeof organization === 'string'
      ? toEvent(event, organization)
      : { ...organization, path: ['events', index, 'organizationId'] };
  });
}

/** Caches results: the events of a request, up to thousands, mostly belong to the same organization. */
function cachedResolver(caller: SellerPrincipal): (id: string | null | undefined) => string | FieldError {
  const results = new Map<string | undefined, string | FieldError>();
  return (id) => {
    const key = id ?? undefined;
    const result = results.get(key) ?? resolveOrganization(caller, key);
    results.set(key, result);
    return result;
  };
}

function resolveOrganization(caller: SellerPrincipal, id: string | undefined): string | FieldError {
  try {
    return caller.organizationFor(id, 'events');
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    const [fieldError] = error.errors;
    return { ...fieldError!, type: fieldError!.type === 'value_error' ? 'organization_id' : fieldError!.type };
  }
}

const toEvent = (event: IngestedEventBody, organizationId: string): UsageEventInput => ({
  organizationId,
  name: event.name,
  timestamp: event.timestamp,
  customer: 'customer_id' in event ? { customerId: event.customer_id } : { externalId: event.external_customer_id },
  externalId: event.external_id ?? null,
  parent: event.parent_id ?? null,
  memberId: 'customer_id' in event ? (event.member_id ?? null) : null,
  externalMemberId: 'external_customer_id' in event ? (event.external_member_id ?? null) : null,
  metadata: event.metadata ?? {},
});

const NOT_FOUND = ['ResourceNotFound', 'The event does not exist or belongs to another organization.'] as const;

const IngestedView = object({ inserted: integer(), duplicates: integer() }, 'EventsIngestResponse', {
  inserted: 'The number of events that were stored.',
  duplicates: 'The number of events that were skipped because their `external_id` was already stored.',
});

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
      'Returns the events of all organizations that the caller can access, latest first by default. The role `support` sees those about orders and subscriptions nowhere. Events older than the retention time of the service are not available here; who runs it may keep them elsewhere.',
    ok: { status: 200, view: pageOf(EventView, 'Event') },
  })
  @RequireScope(['events:read', 'events:write'])
  list(
    @Input(ListEventsRequest) { query }: InputOf<typeof ListEventsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<EventView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListEvents(eventAccessOf(caller), filter, sorting, { page, limit }));
  }

  @Get('names')
  @Responses({
    summary: 'List event names',
    description:
      'Returns the distinct names of events with the number of their occurrences, most recently seen first by default.',
    ok: { status: 200, view: pageOf(EventNameView, 'EventName') },
  })
  @RequireScope(['events:read', 'events:write'])
  names(
    @Input(ListEventNamesRequest) { query }: InputOf<typeof ListEventNamesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<EventNameView>> {
    const { sorting, page, limit, ...filter } = query;
    return this.queries.execute(new ListEventNames(eventAccessOf(caller), filter, sorting, { page, limit }));
  }

  @Get('search')
  @Responses({
    summary: 'List events that match a search',
    description:
      'Returns the latest events of one organization that match all filters. It takes as long with many events as with few: pages follow each other by a cursor, nothing is counted, and a request searches at most 10,000 events, 5,000 for a text, latest first. If these have fewer than `limit` that match, the answer says `is_complete: false`, and the search goes on with `next_cursor`. An extension.',
    ok: { status: 200, view: FoundEventsView },
  })
  @RequireScope(['events:read', 'events:write'])
  search(
    @Input(SearchEventsRequest) { query }: InputOf<typeof SearchEventsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<FoundEventsView> {
    const { organization_id, customer_id, external_customer_id, cursor: after = null, limit, ...others } = query;
    const filter = {
      ...others,
      ...(organization_id && { organization_id: [organization_id] }),
      ...(customer_id && { customer_id: [customer_id] }),
      ...(external_customer_id !== undefined && { external_customer_id: [external_customer_id] }),
    };
    return this.queries.execute(new SearchEvents(eventAccessOf(caller), filter, { after, limit }));
  }

  @Get(':id')
  @Responses({
    summary: 'Get an event',
    description: 'Returns an event with its customer.',
    ok: { status: 200, view: EventView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(['events:read', 'events:write'])
  get(
    @Input(OneEventRequest) { path }: InputOf<typeof OneEventRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<EventView> {
    return this.queries.execute(new GetEvent(eventAccessOf(caller), path.id));
  }

  @Post('ingest')
  @NotAudited('Usage events are a log of their own.')
  @Idempotent()
  @Responses({
    summary: 'Ingest events',
    description:
      'Stores events; either all of them or, if one is invalid, none. When the request has succeeded, the balances of all meters include them. An event whose `external_id` was already stored, or occurs earlier in the same request, is skipped and counted as a duplicate, so a request can be repeated safely. Issues of all events are reported together: first invalid fields, then unknown organizations, customers and members. Numbers have the precision of JSON numbers, about 16 digits. A body has at most 10 MiB. Events cannot be changed or deleted; wrong ones are voided.',
    ok: { status: 200, view: IngestedView },
    errors: { 403: MANAGEMENT_NOT_PERMITTED },
  })
  @RequireScope('events:write')
  @BodyLimit(10)
  async ingest(
    @Input(IngestEventsRequest) { body }: InputOf<typeof IngestEventsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Infer<typeof IngestedView>> {
    return this.commands.execute(new IngestEvents(await toEvents(body.events, caller)));
  }
}
