import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import {
  Idempotent,
  Input,
  type InputOf,
  NOT_PERMITTED,
  type Page,
  pageOf,
  Responses,
  defineRequest,
  paging,
  repeatable,
} from '#platform/http';
import { RetryFailedEvent } from '../../commands/retry-failed-event.ts';
import { RetryFailedEvents } from '../../commands/retry-failed-events.ts';
import { FailedEventView, RetriedEventsView, STATUSES } from '../../queries/failed-event.view.ts';
import { GetFailedEvent } from '../../queries/get-failed-event.ts';
import { ListFailedEvents } from '../../queries/list-failed-events.ts';
import { describeFields, describeInput, nullable, object, oneOf, optional, uuid4, withDefault, strict } from '#platform/wire';

const texts = describeInput('failed event');

const OneFailedEventRequest = defineRequest({ path: describeFields({ id: uuid4() }, texts.path) });

const ListFailedEventsRequest = defineRequest({
  query: {
    ...describeFields(
      { organization_id: repeatable(uuid4()), status: optional(oneOf(STATUSES)) },
      { ...texts.filters, status: 'Returns only failed events that wait (`failed`), or that are retried (`retrying`).' },
    ),
    ...paging,
  },
});

const RetryFailedEventsRequest = defineRequest({
  body: withDefault(
    strict(
      object({ organization_id: optional(nullable(uuid4())) }, 'FailedEventsRetry', {
        organization_id:
          'The ID of the organization whose events are retried. Required with a personal access token, unless `Polar-Organization` names the organization. Must be left out with an organization access token.',
      }),
    ),
    () => ({ organization_id: undefined }),
  ),
});

const AREA = 'failed events';
const READ = ['failed_events:read', 'failed_events:write'] as const;
const NOT_FOUND = [
  'ResourceNotFound',
  'The failed event does not exist, was processed meanwhile, or belongs to another organization.',
] as const;

/** What the service itself could not do for an organization, after many attempts. */
@ApiTags('failed_events')
@Controller('v1/failed-events')
export class FailedEventsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List failed events',
    description:
      'Returns the events that a part of the service could not process in about six hours of attempts, those that failed last first. Each is something that did not happen, such as a key that was not issued. Once processed, an event is no longer in the list. An extension.',
    ok: { status: 200, view: pageOf(FailedEventView, 'FailedEvent') },
  })
  @RequireScope(READ)
  list(
    @Input(ListFailedEventsRequest) { query }: InputOf<typeof ListFailedEventsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<FailedEventView>> {
    const { page, limit, ...filter } = query;
    return this.queries.execute(new ListFailedEvents(caller.access(AREA), filter, { page, limit }));
  }

  @Post('retry')
  @Idempotent()
  @Responses({
    summary: 'Retry failed events',
    description:
      'Starts further attempts to process the failed events of an organization, those that failed first, at most 1,000 at a time. What an event has already done is not done twice. An extension.',
    ok: { status: 202, view: RetriedEventsView },
    errors: { 403: NOT_PERMITTED },
  })
  @RequireScope('failed_events:write')
  async retryAll(
    @Input(RetryFailedEventsRequest) { body }: InputOf<typeof RetryFailedEventsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<RetriedEventsView> {
    const organizationId = caller.organizationFor(body.organization_id, AREA);
    return { events: await this.commands.execute(new RetryFailedEvents(organizationId)) };
  }

  @Get(':id')
  @Responses({
    summary: 'Get a failed event',
    description: 'Returns a failed event. An extension.',
    ok: { status: 200, view: FailedEventView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(READ)
  get(
    @Input(OneFailedEventRequest) { path }: InputOf<typeof OneFailedEventRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<FailedEventView> {
    return this.queries.execute(new GetFailedEvent(caller.access(AREA), path.id));
  }

  @Post(':id/retry')
  @Idempotent()
  @Responses({
    summary: 'Retry a failed event',
    description:
      'Starts further attempts to process the event, as many as before. While they are made, its status is `retrying`; retrying it again changes nothing. What it has already done is not done twice. An extension.',
    ok: { status: 202, view: RetriedEventsView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('failed_events:write')
  async retry(
    @Input(OneFailedEventRequest) { path }: InputOf<typeof OneFailedEventRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<RetriedEventsView> {
    await this.commands.execute(new RetryFailedEvent(caller.access(AREA), path.id));
    return { events: 1 };
  }
}
