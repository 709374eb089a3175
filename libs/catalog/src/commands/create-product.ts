import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { type NewProduct, Product } from '../domain/product.ts';
import { ProductReferenceLookup, Products } from '../domain/products.ts';
import { loadProductReferences } from './product-references.ts';

/** Creates a product and returns its id. */
export class CreateProduct extends Command<string> {
  constructor(readonly attributes: NewProduct) {
    super();
  }
}

@CommandHandler(CreateProduct)
export class CreateProductHandler implements ICommandHandler<CreateProduct> {
  constructor(
    private readonly products: Products,
    private readonly parts: ProductReferenceLookup,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ attributes }: CreateProduct): Promise<string> {
    const references = await loadProductReferences(attributes.organizationId, attributes, this.parts, this.queries);
    const product = Product.create(attributes, references, this.clock.now());
    await this.products.add(product);
    return product.id;
  }
}
