import { Controller, Delete, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Idempotent, Input, type InputOf, NOT_PERMITTED, type Page, pageOf, Responses } from '#platform/http';
import { MapPrice } from '../../commands/map-price.ts';
import { UnmapPrice } from '../../commands/unmap-price.ts';
import { ConnectorPriceView } from '../../queries/connector.view.ts';
import { ListConnectorPrices } from '../../queries/list-connector-prices.ts';
import { AREA, NOT_FOUND } from './connectors.controller.ts';
import { ListPricesRequest, mappedPrice, MapPriceRequest, UnmapPriceRequest } from './connectors.dto.ts';

/** What the provider sells, and the products that it is here. */
@ApiTags('connectors')
@Controller('v1/connectors/:id/prices')
export class ConnectorPricesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List the prices of a connector',
    description: 'Returns what is mapped to products, to meters, or to nothing, by the ID at the provider.',
    ok: { status: 200, view: pageOf(ConnectorPriceView, 'ConnectorPrice') },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(['webhooks:read', 'webhooks:write'])
  listPrices(
    @Input(ListPricesRequest) { path, query }: InputOf<typeof ListPricesRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<ConnectorPriceView>> {
    return this.queries.execute(new ListConnectorPrices(caller.access(AREA), path.id, query));
  }

  @Post()
  @Idempotent()
  @Responses({
    summary: 'Set what a price brings',
    description:
      'Maps the ID of a price, product or payment link at the provider to a product, to a meter, or to nothing; a mapping that exists is replaced. Failed events of the connector are processed again.',
    ok: { status: 204, view: null },
    errors: {
      403: NOT_PERMITTED,
      404: NOT_FOUND,
      409: ['TooManyPrices', 'The connector maps 10,000 prices already.'],
    },
  })
  @RequireScope('webhooks:write')
  mapPrice(
    @Input(MapPriceRequest) { path, body }: InputOf<typeof MapPriceRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.commands.execute(new MapPrice(caller.access(AREA), path.id, mappedPrice(body)));
  }

  @Delete(':external_id')
  @Responses({
    summary: 'Remove the mapping of a price',
    description: 'Removes a mapping. What was bought stays.',
    ok: { status: 204, view: null },
    errors: {
      403: NOT_PERMITTED,
      404: ['ResourceNotFound', 'The connector does not exist for the caller, or does not map this price.'],
    },
  })
  @RequireScope('webhooks:write')
  unmapPrice(
    @Input(UnmapPriceRequest) { path }: InputOf<typeof UnmapPriceRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.commands.execute(new UnmapPrice(caller.access(AREA), path.id, path.external_id));
  }
}
