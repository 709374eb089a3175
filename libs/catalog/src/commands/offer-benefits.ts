import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { Parts, Products } from '../domain/products.ts';

/** These benefits, in this order, come with the product from now on. */
export class OfferBenefits extends Command<void> {
  constructor(
    readonly access: Access,
    readonly productId: string,
    readonly benefitIds: readonly string[],
  ) {
    super();
  }
}

@CommandHandler(OfferBenefits)
export class OfferBenefitsHandler implements ICommandHandler<OfferBenefits> {
  constructor(
    private readonly products: Products,
    private readonly parts: Parts,
    private readonly clock: Clock,
  ) {}

  async execute({ access, productId, benefitIds }: OfferBenefits): Promise<void> {
    const which = { id: productId, organizations: access.visible };
    access.demandManage(await this.products.organizationOf(which));
    const known = await this.parts.benefits(benefitIds, which);
    await this.products.change(which, (product) => product.offer(benefitIds, known, this.clock.now()));
  }
}
