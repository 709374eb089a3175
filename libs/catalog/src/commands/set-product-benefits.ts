import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { ExistingCustomers } from '../domain/product.ts';
import { ProductReferenceLookup, Products } from '../domain/products.ts';

/** Replaces the benefits of a product, in this order. */
export class SetProductBenefits extends Command<void> {
  constructor(
    readonly access: Access,
    readonly productId: string,
    readonly benefitIds: readonly string[],
    readonly existingCustomers: ExistingCustomers = 'revoke',
  ) {
    super();
  }
}

@CommandHandler(SetProductBenefits)
export class SetProductBenefitsHandler implements ICommandHandler<SetProductBenefits> {
  constructor(
    private readonly products: Products,
    private readonly parts: ProductReferenceLookup,
    private readonly clock: Clock,
  ) {}

  async execute({ access, productId, benefitIds, existingCustomers }: SetProductBenefits): Promise<void> {
    const which = { id: productId, organizations: access.visible };
    access.assertCanManage(await this.products.organizationOf(which));
    const existing = await this.parts.benefits(benefitIds, which);
    await this.products.change(which, (product) =>
      product.setBenefits(benefitIds, existing, this.clock.now(), existingCustomers),
    );
  }
}
