import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { ProductChanges } from '../domain/product.ts';
import { ProductReferenceLookup, Products } from '../domain/products.ts';
import { loadProductReferences } from './product-references.ts';

export class UpdateProduct extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: ProductChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateProduct)
export class UpdateProductHandler implements ICommandHandler<UpdateProduct> {
  constructor(
    private readonly products: Products,
    private readonly parts: ProductReferenceLookup,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, changes }: UpdateProduct): Promise<void> {
    const which = { id, organizations: access.visible };
    const organizationId = await this.products.organizationOf(which);
    access.assertCanManage(organizationId);
    const references = await loadProductReferences(organizationId, changes, this.parts, this.queries);
    await this.products.change(which, (product) => product.update(changes, references, this.clock.now()));
  }
}
