import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import type { ApiVersion } from '#support/api-versions';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { CurrentVersion, Idempotent, Input, type InputOf, NOT_PERMITTED, type Page, pageOf, Responses } from '#platform/http';
import { CreateWebhookEndpoint } from '../../commands/create-webhook-endpoint.ts';
import { DeleteWebhookEndpoint } from '../../commands/delete-webhook-endpoint.ts';
import { RedeliverWebhookEvents } from '../../commands/redeliver-webhook-events.ts';
import { ResetWebhookSecret } from '../../commands/reset-webhook-secret.ts';
import { SendTestWebhook } from '../../commands/send-test-webhook.ts';
import { UpdateWebhookEndpoint } from '../../commands/update-webhook-endpoint.ts';
import { GetWebhookEndpoint } from '../../queries/get-webhook-endpoint.ts';
import { ListWebhookEndpoints } from '../../queries/list-webhook-endpoints.ts';
import { WebhookEndpointView } from '../../queries/webhook-endpoint.view.ts';
import { WebhookRedeliveryView, WebhookTestView } from '../../queries/webhook-feed.view.ts';
import {
  CreateEndpointRequest,
  endpointChanges,
  ListEndpointsRequest,
  newEndpoint,
  OneEndpointRequest,
  RecoverRequest,
  RedeliverRangeRequest,
  ResetSecretRequest,
  UpdateEndpointRequest,
} from './webhooks.dto.ts';

const AREA = 'webhooks';
const NOT_FOUND = ['ResourceNotFound', 'The endpoint does not exist, is deleted or belongs to another organization.'] as const;

@ApiTags('webhooks')
@Controller('v1/webhooks/endpoints')
export class WebhookEndpointsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List webhook endpoints',
    description: 'Returns the webhook endpoints of all organizations that the caller may manage, newest first.',
    ok: { status: 200, view: pageOf(WebhookEndpointView, 'WebhookEndpoint') },
  })
  @RequireScope(['webhooks:read', 'webhooks:write'])
  listEndpoints(
    @Input(ListEndpointsRequest) { query }: InputOf<typeof ListEndpointsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<WebhookEndpointView>> {
    const { organization_id, failing_since, ...paging } = query;
    return this.queries.execute(new ListWebhookEndpoints(caller.access(AREA), organization_id, failing_since, paging));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create a webhook endpoint',
    description:
      'Creates an endpoint, which gets the events of the kinds in `events` from now on. Requests are signed as Standard Webhooks describes; the header `webhook-sequence` is the position of the event.',
    ok: { status: 201, view: WebhookEndpointView },
    errors: { 403: NOT_PERMITTED },
  })
  @RequireScope('webhooks:write')
  async createEndpoint(
    @Input(CreateEndpointRequest) { body }: InputOf<typeof CreateEndpointRequest>,
    @CurrentCaller() caller: SellerPrincipal,
    @CurrentVersion() version: ApiVersion,
  ): Promise<WebhookEndpointView> {
    const organizationId = caller.organizationFor(body.organization_id, AREA);
    const id = await this.commands.execute(new CreateWebhookEndpoint(newEndpoint(body, organizationId, version)));
    return this.queries.execute(new GetWebhookEndpoint(caller.access(AREA), id));
  }

  @Get(':id')
  @Responses({
    summary: 'Get a webhook endpoint',
    description: 'Returns an endpoint with its secret.',
    ok: { status: 200, view: WebhookEndpointView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(['webhooks:read', 'webhooks:write'])
  getEndpoint(
    @Input(OneEndpointRequest) { path }: InputOf<typeof OneEndpointRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<WebhookEndpointView> {
    return this.queries.execute(new GetWebhookEndpoint(caller.access(AREA), path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a webhook endpoint',
    description:
      'Changes the fields that are sent; another `api_version` is that of events from now on, and of those that are delivered again; fields that are `null`, except the name, the filters and the headers, stay as they are. When an endpoint is disabled, its pending deliveries are skipped. When it is enabled again, it gets the events from then on.',
    ok: { status: 200, view: WebhookEndpointView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('webhooks:write')
  async updateEndpoint(
    @Input(UpdateEndpointRequest) { path, body }: InputOf<typeof UpdateEndpointRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<WebhookEndpointView> {
    const access = caller.access(AREA);
    await this.commands.execute(new UpdateWebhookEndpoint(access, path.id, endpointChanges(body)));
    return this.queries.execute(new GetWebhookEndpoint(access, path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Delete a webhook endpoint',
    description: 'Deletes an endpoint. Its pending deliveries are skipped.',
    ok: { status: 204, view: null },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('webhooks:write')
  deleteEndpoint(
    @Input(OneEndpointRequest) { path }: InputOf<typeof OneEndpointRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.commands.execute(new DeleteWebhookEndpoint(caller.access(AREA), path.id));
  }

  @Patch(':id/secret')
  @Responses({
    summary: 'Reset the secret of a webhook endpoint',
    description:
      'Gives the endpoint a new secret. With `overlap_seconds`, requests are signed with the previous secret as well for that time.',
    ok: { status: 200, view: WebhookEndpointView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('webhooks:write')
  async resetEndpointSecret(
    @Input(ResetSecretRequest) { path, body }: InputOf<typeof ResetSecretRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<WebhookEndpointView> {
    const access = caller.access(AREA);
    await this.commands.execute(new ResetWebhookSecret(access, path.id, body.overlap_seconds));
    return this.queries.execute(new GetWebhookEndpoint(access, path.id));
  }

  @Post(':id/test')
  @Idempotent()
  @Responses({
    summary: 'Send a test event to a webhook endpoint',
    description:
      'Sends an event to the endpoint, once, also if it is disabled: what the newest event of a kind that it wants said, or an `organization.updated` while there is none. The event is not in the feed and does not count as a failure.',
    ok: { status: 202, view: WebhookTestView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('webhooks:write')
  async testEndpoint(
    @Input(OneEndpointRequest) { path }: InputOf<typeof OneEndpointRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<{ id: string }> {
    return { id: await this.commands.execute(new SendTestWebhook(caller.access(AREA), path.id)) };
  }

  @Post(':id/redeliver')
  @Idempotent()
  @Responses({
    summary: 'Redeliver the events of a time range to a webhook endpoint',
    description:
      'Delivers the events that were published in a time range again, those of the kinds that the endpoint wants, also events from before the endpoint was created. Events whose body was deleted are left out. A range has at most 20,000 events of these kinds.',
    ok: { status: 202, view: WebhookRedeliveryView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('webhooks:write')
  async redeliverEvents(
    @Input(RedeliverRangeRequest) { path, body }: InputOf<typeof RedeliverRangeRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<WebhookRedeliveryView> {
    const which = body.only_failed ? ('failed' as const) : ('all' as const);
    const range = { endpointId: path.id, from: body.start_timestamp, to: body.end_timestamp, which };
    return { events: await this.commands.execute(new RedeliverWebhookEvents(caller.access(AREA), range)) };
  }

  @Post(':id/recover')
  @Idempotent()
  @Responses({
    summary: 'Send a webhook endpoint what it missed',
    description:
      'Delivers the events since a time that the endpoint has not taken: those that failed, were skipped, or are waiting for the next attempt, and those that were published while it was disabled. Nothing that it has taken is sent again. Events from before the endpoint was created and those whose body was deleted are left out. At most 20,000 events. An extension.',
    ok: { status: 202, view: WebhookRedeliveryView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('webhooks:write')
  async recover(
    @Input(RecoverRequest) { path, body }: InputOf<typeof RecoverRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<WebhookRedeliveryView> {
    const range = { endpointId: path.id, from: body.since, to: null, which: 'missed' as const };
    return { events: await this.commands.execute(new RedeliverWebhookEvents(caller.access(AREA), range)) };
  }
}
