import { Controller, Get, Post } from '@nestjs/common';
import { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ApiTags } from '@nestjs/swagger';
import { type SellerPrincipal, CurrentCaller, RequireScope } from '#platform/auth';
import { Idempotent, Input, type InputOf, NOT_PERMITTED, type Page, pageOf, Responses } from '#platform/http';
import { DeliverUndelivered } from '../../commands/deliver-undelivered.ts';
import { DismissUndelivered } from '../../commands/dismiss-undelivered.ts';
import { FollowCustomerEmail } from '../../commands/follow-customer-email.ts';
import { IgnoreUndeliveredPrice } from '../../commands/ignore-undelivered-price.ts';
import { MapUndeliveredPrice } from '../../commands/map-undelivered-price.ts';
import { GetUndeliveredPurchase } from '../../queries/get-undelivered-purchase.ts';
import { ListUndeliveredPurchases } from '../../queries/list-undelivered-purchases.ts';
import { DeliveryView, UndeliveredPurchaseView } from '../../queries/undelivered-purchase.view.ts';
import { AREA } from './connectors.controller.ts';
import {
  DeliverUndeliveredRequest,
  DismissUndeliveredRequest,
  ListUndeliveredRequest,
  MapUndeliveredPriceRequest,
  OneUndeliveredRequest,
} from './undelivered-purchases.dto.ts';

const NOT_FOUND = ['ResourceNotFound', 'It does not exist for the caller, or was delivered meanwhile.'] as const;
const NOT_APPLICABLE = ['RemedyNotApplicable', 'It was not delivered for another reason, or was dismissed.'] as const;

/** What was paid and not delivered, of all connectors and purchases. */
@ApiTags('connectors')
@Controller('v1/undelivered-purchases')
export class UndeliveredPurchasesController {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  @Get()
  @Responses({
    summary: 'List undelivered purchases',
    description:
      'Returns what was paid and not delivered, of all connectors and purchases, newest first. What was delivered or dismissed is left out. An extension.',
    ok: { status: 200, view: pageOf(UndeliveredPurchaseView, 'UndeliveredPurchase') },
  })
  @RequireScope(['webhooks:read', 'webhooks:write'])
  list(
    @Input(ListUndeliveredRequest) { query }: InputOf<typeof ListUndeliveredRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<Page<UndeliveredPurchaseView>> {
    const { organization_id, connector_id, reason, ...page } = query;
    const filter = { organization_id, connector_id, reason };
    return this.queries.execute(new ListUndeliveredPurchases(caller.access(AREA), filter, page));
  }

  @Get(':id')
  @Responses({
    summary: 'Get an undelivered purchase',
    description: 'Returns one of them, also if it was delivered by an order or dismissed. An extension.',
    ok: { status: 200, view: UndeliveredPurchaseView },
    errors: { 404: NOT_FOUND },
  })
  @RequireScope(['webhooks:read', 'webhooks:write'])
  get(
    @Input(OneUndeliveredRequest) { path }: InputOf<typeof OneUndeliveredRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<UndeliveredPurchaseView> {
    return this.queries.execute(new GetUndeliveredPurchase(caller.access(AREA), path.id));
  }

  @Post(':id/map-price')
  @Idempotent()
  @Responses({
    summary: 'Map the price of an undelivered purchase',
    description:
      'Maps the price to a product, as the connector does. Everything that waits for it is delivered, and leaves the list. An extension.',
    ok: { status: 204, view: null },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND, 409: NOT_APPLICABLE },
  })
  @RequireScope('webhooks:write')
  mapPrice(
    @Input(MapUndeliveredPriceRequest) { path, body }: InputOf<typeof MapUndeliveredPriceRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.commands.execute(new MapUndeliveredPrice(caller.access(AREA), path.id, body.product_id));
  }

  @Post(':id/deliver')
  @Idempotent()
  @Responses({
    summary: 'Deliver a product for an undelivered purchase',
    description:
      'Places an order of the product with the external ID of the payment; the customer is found or created by its e-mail address. It is delivered once, however often this is called. What an order cannot deliver, because the provider told no e-mail address of the customer, is delivered as its prices are mapped once `email` is given; `order_id` is `null` then. An extension.',
    ok: { status: 200, view: DeliveryView },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND, 409: NOT_APPLICABLE },
  })
  @RequireScope('webhooks:write')
  async deliver(
    @Input(DeliverUndeliveredRequest) { path, body }: InputOf<typeof DeliverUndeliveredRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<DeliveryView> {
    const { product_id = null, email = null } = body;
    return { order_id: await this.commands.execute(new DeliverUndelivered(caller.access(AREA), path.id, product_id, email)) };
  }

  @Post(':id/ignore-price')
  @Idempotent()
  @Responses({
    summary: 'Ignore the price of an undelivered purchase',
    description: 'Says that nothing is delivered for the price. Everything that waits for it leaves the list. An extension.',
    ok: { status: 204, view: null },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND, 409: NOT_APPLICABLE },
  })
  @RequireScope('webhooks:write')
  ignorePrice(
    @Input(OneUndeliveredRequest) { path }: InputOf<typeof OneUndeliveredRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.commands.execute(new IgnoreUndeliveredPrice(caller.access(AREA), path.id));
  }

  @Post(':id/follow-email')
  @Idempotent()
  @Responses({
    summary: 'Change the e-mail address of a customer to that of the provider',
    description:
      'Gives the customer the e-mail address that it has at the provider, which ends its sessions and codes. To keep the address of the customer, dismiss the line. An extension.',
    ok: { status: 204, view: null },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND, 409: NOT_APPLICABLE },
  })
  @RequireScope('webhooks:write')
  followEmail(
    @Input(OneUndeliveredRequest) { path }: InputOf<typeof OneUndeliveredRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.commands.execute(new FollowCustomerEmail(caller.access(AREA), path.id));
  }

  @Post(':id/dismiss')
  @Idempotent()
  @Responses({
    summary: 'Dismiss an undelivered purchase',
    description: 'Takes it off the list, until it is not delivered for another reason. An extension.',
    ok: { status: 204, view: null },
    errors: { 403: NOT_PERMITTED, 404: NOT_FOUND },
  })
  @RequireScope('webhooks:write')
  dismiss(
    @Input(DismissUndeliveredRequest) { path, body }: InputOf<typeof DismissUndeliveredRequest>,
    @CurrentCaller() caller: SellerPrincipal,
  ): Promise<void> {
    return this.commands.execute(new DismissUndelivered(caller.access(AREA), path.id, body.reason));
  }
}
