import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { ResourceNotFound } from '#kernel';
import type { ApiVersion } from '#support/api-versions';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import {
  CurrentVersion,
  Idempotent,
  Input,
  type InputOf,
  NOT_PERMITTED,
  type Page,
  pageOf,
  RequestInvalid,
  Responses,
  defineRequest,
  paging,
  repeatable,
} from '#platform/http';
import { boolean, describeFields, integer, oneOf, optional, text, timestamp, uuid4, withDefault } from '#platform/wire';
import { LOOKUP_TEXT } from '#support/texts';
import { OpenWebhookFeed } from '../../commands/open-webhook-feed.ts';
import { RedeliverWebhookEvent } from '../../commands/redeliver-webhook-events.ts';
import { ListWebhookDeliveries, HTTP_CODE_CLASSES } from '../../queries/list-webhook-deliveries.ts';
import { ReadWebhookFeed } from '../../queries/read-webhook-feed.ts';
import { WebhookDeliveryView } from '../../queries/webhook-delivery.view.ts';
import { WebhookFeedView, WebhookRedeliveryView } from '../../queries/webhook-feed.view.ts';
import { webhookEventType } from '../../views/webhook-event-type.view.ts';

const ListDeliveriesRequest = defineRequest({
  query: {
    ...describeFields(
      {
        endpoint_id: repeatable(uuid4()),
        start_timestamp: optional(timestamp()),
        end_timestamp: optional(timestamp()),
        succeeded: optional(boolean()),
        query: optional(text(LOOKUP_TEXT)),
        http_code_class: optional(oneOf(HTTP_CODE_CLASSES)),
        event_type: repeatable(webhookEventType(), { choices: 'WebhookEventType' }),
      },
      {
        endpoint_id: 'Returns only attempts at these endpoints. Can be repeated.',
        start_timestamp: 'Returns only attempts after this time.',
        end_timestamp: 'Returns only attempts before this time.',
        succeeded: 'Returns only attempts that succeeded (`true`) or failed (`false`).',
        query: 'Returns only attempts whose ID, event ID or status contains this text, ignoring case.',
        http_code_class: 'Returns only attempts with a response of this class of statuses.',
        event_type: 'Returns only attempts with these kinds of events. Can be repeated.',
      },
    ),
    ...paging,
  },
});

const RedeliverEventRequest = defineRequest({
  path: describeFields({ id: uuid4() }, { id: 'The ID of the event.' }),
});

const MAX_FEED_ITEMS = 100;

const ReadFeedRequest = defineRequest(
  {
    query: describeFields(
      {
        after: withDefault(integer({ ge: 0, le: Number.MAX_SAFE_INTEGER }), () => 0),
        limit: withDefault(integer({ ge: 1, le: MAX_FEED_ITEMS }), () => MAX_FEED_ITEMS),
        organization_id: optional(uuid4()),
      },
      {
        after: 'The position of the last event that you have. 0 reads from the beginning.',
        limit: 'The most events to return.',
        organization_id: 'The organization whose feed is read. Can be left out by callers who belong to one organization.',
      },
    ),
  },
  { countsAll: false },
);

const AREA = 'webhooks';
const EVENT_NOT_FOUND = [
  'ResourceNotFound',
  'The event does not exist, belongs to another organization, or its body was deleted.',
] as const;
const FEED_NOT_FOUND = ['ResourceNotFound', 'The caller may not manage the webhooks of the organization.'] as const;

@ApiTags('webhooks')
@Controller('v1/webhooks')
export class WebhookEventsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get('deliveries')
  @Responses({
    summary: 'List webhook deliveries',
    description:
      'Returns the attempts to deliver events, newest first: one item for each request to an endpoint, with the event and the state of its delivery to that endpoint.',
    ok: { status: 200, view: pageOf(WebhookDeliveryView, 'WebhookDelivery') },
  })
  @RequireScope(['webhooks:read', 'webhooks:write'])
  listDeliveries(
    @Input(ListDeliveriesRequest) { query }: InputOf<typeof ListDeliveriesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<WebhookDeliveryView>> {
    const { page, limit, ...filter } = query;
    return this.queries.execute(new ListWebhookDeliveries(caller.access(AREA), filter, { page, limit }));
  }

  @Get('events')
  @Responses({
    summary: 'List webhook events by position',
    description:
      'Returns the events of an organization after a position. While an organization reads its feed, all its events are recorded; the first request opens the feed, and it closes a week after the last one. Events that an endpoint wants are recorded in any case. A reader never misses an event: none appears below a position that was returned.',
    ok: { status: 200, view: WebhookFeedView },
    errors: { 404: FEED_NOT_FOUND },
  })
  @RequireScope(['webhooks:read', 'webhooks:write'])
  async listEvents(
    @Input(ReadFeedRequest) { query }: InputOf<typeof ReadFeedRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @CurrentVersion() version: ApiVersion,
  ): Promise<WebhookFeedView> {
    const organizationId = organizationOf(caller, query.organization_id);
    await this.commands.execute(new OpenWebhookFeed(organizationId));
    return this.queries.execute(new ReadWebhookFeed(organizationId, query.after, query.limit, version));
  }

  @Post('events/:id/redeliver')
  @Idempotent()
  @Responses({
    summary: 'Redeliver a webhook event',
    description:
      'Delivers an event again to the endpoints that it was delivered to, also if it had succeeded or was skipped; if it was delivered to none, to those that want its kind.',
    ok: { status: 202, view: WebhookRedeliveryView },
    errors: { 403: NOT_PERMITTED, 404: EVENT_NOT_FOUND },
  })
  @RequireScope('webhooks:write')
  async redeliverEvent(
    @Input(RedeliverEventRequest) { path }: InputOf<typeof RedeliverEventRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<WebhookRedeliveryView> {
    await this.commands.execute(new RedeliverWebhookEvent(caller.access(AREA), path.id));
    return { events: 1 };
  }
}

/** A feed belongs to one organization. */
function organizationOf(caller: SellerPrincipal, given: string | undefined): string {
  const [only, another] = caller.access(AREA).narrow(given === undefined ? undefined : [given]);
  if (only === undefined) throw new ResourceNotFound();
  if (another === undefined) return only;
  const issue = { loc: ['query', 'organization_id'], type: 'missing', msg: 'organization_id is required.', input: null };
  throw new RequestInvalid([issue]);
}
