import { Controller, Delete, Get, Patch, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Idempotent, Input, type InputOf, NOT_PERMITTED, type Page, pageOf, Responses } from '#platform/http';
import { CreateConnector } from '../../commands/create-connector.ts';
import { DeleteConnector } from '../../commands/delete-connector.ts';
import { UpdateConnector } from '../../commands/update-connector.ts';
import { ConnectorView } from '../../queries/connector.view.ts';
import { GetConnector } from '../../queries/get-connector.ts';
import { ListConnectors } from '../../queries/list-connectors.ts';
import {
  connectorChanges,
  CreateConnectorRequest,
  ListConnectorsRequest,
  newConnector,
  OneConnectorRequest,
  UpdateConnectorRequest,
} from './connectors.dto.ts';

export const AREA = 'webhooks';
export const NOT_FOUND = [
  'ResourceNotFound',
  'The connector does not exist, is deleted or belongs to another organization.',
] as const;

@ApiTags('connectors')
@Controller('v1/connectors')
export class ConnectorsController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List connectors',
    description: 'Returns the connectors of all organizations that the caller may manage, newest first.',
    ok: { status: 200, view: pageOf(ConnectorView, 'Connector') },
  })
  @RequireScope(['webhooks:read', 'webhooks:write'])
  list(
    @Input(ListConnectorsRequest) { query }: InputOf<typeof ListConnectorsRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<ConnectorView>> {
    const { organization_id, ...paging } = query;
    return this.queries.execute(new ListConnectors(caller.access(AREA), organization_id, paging));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Create a connector',
    description:
      'Connects an account at a payment provider. The provider sends its events to `webhook_path`; they become customers, subscriptions, orders and refunds. Map the prices of the provider to products.',
    ok: { status: 201, view: ConnectorView },
    errors: { 403: NOT_PERMITTED },
  })
  @RequireScope('webhooks:write')
  async create(
    @Input(CreateConnectorRequest) { body }: InputOf<typeof CreateConnectorRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ConnectorView> {
    const organizationId = caller.organizationFor(body.organization_id, AREA);
    const id = await this.commands.execute(new CreateConnector(newConnector(body, organizationId)));
    return this.queries.execute(new GetConnector(caller.access(AREA), id));
  }

  @Get(':id')
  @Responses({
    summary: 'Get a connector',
    description: 'Returns a connector, without its secret.',
    ok: { status: 200, view: ConnectorView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(['webhooks:read', 'webhooks:write'])
  get(
    @Input(OneConnectorRequest) { path }: InputOf<typeof OneConnectorRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ConnectorView> {
    return this.queries.execute(new GetConnector(caller.access(AREA), path.id));
  }

  @Patch(':id')
  @Responses({
    summary: 'Update a connector',
    description:
      'Changes the fields that are sent; fields that are `null`, except name, account and own metadata, stay as they are.',
    ok: { status: 200, view: ConnectorView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('webhooks:write')
  async update(
    @Input(UpdateConnectorRequest) { path, body }: InputOf<typeof UpdateConnectorRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<ConnectorView> {
    const access = caller.access(AREA);
    await this.commands.execute(new UpdateConnector(access, path.id, connectorChanges(body)));
    return this.queries.execute(new GetConnector(access, path.id));
  }

  @Delete(':id')
  @Responses({
    summary: 'Delete a connector',
    description:
      'Deletes a connector. Its events are not accepted any more. What was bought stays; subscriptions that the provider renews fall past due after their period.',
    ok: { status: 204, view: null },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('webhooks:write')
  delete(
    @Input(OneConnectorRequest) { path }: InputOf<typeof OneConnectorRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.commands.execute(new DeleteConnector(caller.access(AREA), path.id));
  }
}
