import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { priceOf, UndeliveredPurchases } from '../domain/undelivered-purchases.ts';

/** Says that nothing is to be delivered of the price of what was not delivered. */
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
    private readonly clock: WallClock,
  ) {}

  async execute({ access, id }: IgnoreUndeliveredPrice): Promise<void> {
    const line = await this.undelivered.find({ id, organizations: access.visible });
    access.assertCanManage(line.organizationId);
    const { connectorId, externalId: externalPriceId } = priceOf(line);
    const price = { organizationId: line.organizationId, connectorId, externalPriceId };
    await this.undelivered.dismissPrice(price, 'The price is ignored.', this.clock.now());
  }
}
