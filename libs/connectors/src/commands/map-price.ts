import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindMeters } from '#catalog/needs';
import { FindProducts } from '#catalog/contract';
import { type Access, WallClock, ValidationFailed } from '#kernel';
import { Connectors, type MappedPrice } from '../domain/connectors.ts';

/** Maps something that the provider sells to a product, to a meter, or to nothing. Events that wait for it are worked on again. */
export class MapPrice extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly price: MappedPrice,
  ) {
    super();
  }
}

@CommandHandler(MapPrice)
export class MapPriceHandler implements ICommandHandler<MapPrice> {
  constructor(
    private readonly connectors: Connectors,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, id, price }: MapPrice): Promise<void> {
    const { productId, meterId } = price;
    const ids = productId === null ? [] : [productId];
    const product = (await this.queries.execute(new FindProducts(ids))).get(productId ?? '');
    const meter = meterId && (await this.queries.execute(new FindMeters([meterId]))).get(meterId);
    await this.connectors.mapPrice({ id, organizations: access.visible }, price, (connector) => {
      access.assertCanManage(connector.organizationId);
      const isOurs = product && !product.isDeleted && product.organizationId === connector.organizationId;
      if (productId !== null && !isOurs) {
        throw ValidationFailed.at(['productId'], 'Product does not exist.', productId);
      }
      if (meterId && !(meter && meter.organizationId === connector.organizationId)) {
        throw ValidationFailed.at(['meterId'], 'Meter does not exist.', meterId);
      }
      connector.changePrices(this.clock.now());
    });
  }
}
