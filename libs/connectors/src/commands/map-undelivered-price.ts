import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Access } from '#kernel';
import { priceOf, UndeliveredPurchases } from '../domain/undelivered-purchases.ts';
import { MapPrice } from './map-price.ts';

/** Maps the price of what was not delivered to a product, which delivers everything that waits for it. */
export class MapUndeliveredPrice extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly productId: string,
  ) {
    super();
  }
}

@CommandHandler(MapUndeliveredPrice)
export class MapUndeliveredPriceHandler implements ICommandHandler<MapUndeliveredPrice> {
  constructor(
    private readonly undelivered: UndeliveredPurchases,
    private readonly commands: CommandBus,
  ) {}

  async execute({ access, id, productId }: MapUndeliveredPrice): Promise<void> {
    const { connectorId, externalId } = priceOf(await this.undelivered.find({ id, organizations: access.visible }));
    await this.commands.execute(new MapPrice(access, connectorId, { externalId, productId }));
  }
}
