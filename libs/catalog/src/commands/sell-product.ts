import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { SellProduct } from '../contract/index.ts';
import { Products } from '../domain/products.ts';

@CommandHandler(SellProduct)
export class SellProductHandler implements ICommandHandler<SellProduct> {
  constructor(
    private readonly products: Products,
    private readonly clock: Clock,
  ) {}

  execute({ organizationId, productId }: SellProduct): Promise<void> {
    return this.products.change({ id: productId, organizations: [organizationId] }, (product) => product.sell(this.clock.now()));
  }
}
