import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { MarkProductSold } from '../contract/index.ts';
import { Products } from '../domain/products.ts';

@CommandHandler(MarkProductSold)
export class MarkProductSoldHandler implements ICommandHandler<MarkProductSold> {
  constructor(
    private readonly products: Products,
    private readonly clock: Clock,
  ) {}

  execute({ organizationId, productId }: MarkProductSold): Promise<void> {
    return this.products.change({ id: productId, organizations: [organizationId] }, (product) =>
      product.markSold(this.clock.now()),
    );
  }
}
