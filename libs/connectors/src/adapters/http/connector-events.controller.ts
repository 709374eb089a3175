import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Idempotent, Input, type InputOf, NOT_PERMITTED, type Page, pageOf, Responses } from '#platform/http';
import { RetryProviderEvent } from '../../commands/retry-provider-event.ts';
import { ConnectorEventView, ConnectorEventWithPayloadView } from '../../queries/connector-event.view.ts';
import { GetConnectorEvent } from '../../queries/get-connector-event.ts';
import { ListConnectorEvents } from '../../queries/list-connector-events.ts';
import { AREA, NOT_FOUND } from './connectors.controller.ts';
import { ListEventsRequest, OneEventRequest } from './connectors.dto.ts';

const EVENT_NOT_FOUND = ['ResourceNotFound', 'The event does not exist for the caller.'] as const;

@ApiTags('connectors')
@Controller('v1/connectors/:id/events')
export class ConnectorEventsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List the events of a connector',
    description: 'Returns the events that the provider sent, newest first, and what became of them.',
    ok: { status: 200, view: pageOf(ConnectorEventView, 'ConnectorEvent') },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(['webhooks:read', 'webhooks:write'])
  listEvents(
    @Input(ListEventsRequest) { path, query }: InputOf<typeof ListEventsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<ConnectorEventView>> {
    const { status, external_id, ...paging } = query;
    return this.queries.execute(new ListConnectorEvents(caller.access(AREA), path.id, { status, external_id }, paging));
  }

  @Get(':event_id')
  @Responses({
    summary: 'Get an event of a connector',
    description: 'Returns an event with its body.',
    ok: { status: 200, view: ConnectorEventWithPayloadView },
    errors: { 404: EVENT_NOT_FOUND },
  })
  @RequireScope(['webhooks:read', 'webhooks:write'])
  getEvent(
    @Input(OneEventRequest) { path }: InputOf<typeof OneEventRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ConnectorEventWithPayloadView> {
    return this.queries.execute(new GetConnectorEvent(caller.access(AREA), path.id, path.event_id));
  }

  @Post(':event_id/retry')
  @Idempotent()
  @Responses({
    summary: 'Redeliver an event of a connector',
    description: 'Makes the event pending, whatever became of it. Processing an event again changes nothing that is right.',
    ok: { status: 202, view: null, description: 'Accepted' },
    errors: { 403: NOT_PERMITTED, 404: EVENT_NOT_FOUND },
  })
  @RequireScope('webhooks:write')
  retryEvent(
    @Input(OneEventRequest) { path }: InputOf<typeof OneEventRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.commands.execute(new RetryProviderEvent(caller.access(AREA), path.id, path.event_id));
  }
}
