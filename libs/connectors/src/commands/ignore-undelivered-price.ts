import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { priceOf, UndeliveredPurchases } from '../domain/undelivered-purchases.ts';
import { MapPrice } from './map-price.ts';

/** Maps the price of what was not delivered to nothing. */
export class IgnoreUndeliveredPrice extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(IgnoreUndeliveredPrice)
export class IgnoreUndeliveredPriceHandler implements ICommandHandler<IgnoreUndeliveredPrice> {
  constructor(
    private readonly undelivered: UndeliveredPurchases,
    private readonly commands: CommandBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, id }: IgnoreUndeliveredPrice): Promise<void> {
    const line = await this.undelivered.find({ id, organizations: access.visible });
    const { connectorId, externalId: externalPriceId } = priceOf(line);
    await this.commands.execute(new MapPrice(access, connectorId, { externalId: externalPriceId, productId: null }));
    const price = { organizationId: line.organizationId, connectorId, externalPriceId };
    await this.undelivered.dismissPrice(price, 'The price is ignored.', this.clock.now());
  }
}
