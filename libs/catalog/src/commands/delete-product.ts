import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { Products } from '../domain/products.ts';

export class DeleteProduct extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteProduct)
export class DeleteProductHandler implements ICommandHandler<DeleteProduct> {
  constructor(
    private readonly products: Products,
    private readonly clock: Clock,
  ) {}

  execute({ access, id }: DeleteProduct): Promise<void> {
    return this.products.change({ id, organizations: access.visible }, (product) => {
      access.assertCanManage(product.organizationId);
      product.delete(this.clock.now());
    });
  }
}
