import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { ProductChanges } from '../domain/product.ts';
import { Parts, Products } from '../domain/products.ts';
import { surroundingsOf } from './surroundings.ts';

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
    private readonly parts: Parts,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, changes }: UpdateProduct): Promise<void> {
    const which = { id, organizations: access.visible };
    const organizationId = await this.products.organizationOf(which);
    access.demandManage(organizationId);
    const surroundings = await surroundingsOf(organizationId, changes, this.parts, this.queries);
    await this.products.change(which, (product) => product.update(changes, surroundings, this.clock.now()));
  }
}
