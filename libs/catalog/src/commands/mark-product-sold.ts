import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { FindProducts, MarkProductSold } from '../contract/index.ts';
import { Products } from '../domain/products.ts';

@CommandHandler(MarkProductSold)
export class MarkProductSoldHandler implements ICommandHandler<MarkProductSold> {
  constructor(
    private readonly products: Products,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  /** Only the first sale locks the product. One that was sold stays sold, and cannot be deleted any more. */
  async execute({ organizationId, productId }: MarkProductSold): Promise<void> {
    const product = (await this.queries.execute(new FindProducts([productId]))).get(productId);
    if (product?.wasSold && product.organizationId === organizationId) return;
    await this.products.change({ id: productId, organizations: [organizationId] }, (sold) => sold.markSold(this.clock.now()));
  }
}
