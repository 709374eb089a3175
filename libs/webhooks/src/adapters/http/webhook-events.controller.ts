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
} from '#platform/http';
import { OpenWebhookFeed } from '../../commands/open-webhook-feed.ts';
import { RedeliverWebhookEvent } from '../../commands/redeliver-webhook-events.ts';
import { ListWebhookDeliveries } from '../../queries/list-webhook-deliveries.ts';
import { ReadWebhookFeed } from '../../queries/read-webhook-feed.ts';
import { WebhookDeliveryView } from '../../queries/webhook-delivery.view.ts';
import { WebhookFeedView, WebhookRedeliveryView } from '../../queries/webhook-feed.view.ts';
import { ListDeliveriesRequest, ReadFeedRequest, RedeliverEventRequest } from './webhook-events.dto.ts';

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
