import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits, FindProducts } from '#catalog/contract';
import { type Access, Clock, fieldError, ValidationFailed } from '#kernel';
import { type NewRelease, Release } from '../domain/release.ts';
import { Releases } from '../domain/releases.ts';

/** Creates a draft and returns its id. */
export class CreateRelease extends Command<string> {
  constructor(
    readonly access: Access,
    readonly attributes: Omit<NewRelease, 'organizationId'>,
  ) {
    super();
  }
}

/** Throws `ValidationFailed` for what is no feature flag of the organization. */
export async function assertFlags(queries: QueryBus, organizationId: string, ids: readonly string[]): Promise<void> {
  const found = await queries.execute(new FindBenefits(ids));
  ValidationFailed.throwIfAny(
    ids.flatMap((id, index) => {
      const benefit = found.get(id);
      const isFlag = benefit?.organization_id === organizationId && benefit.type === 'feature_flag' && !benefit.is_deleted;
      return isFlag ? [] : [fieldError(['requiredBenefitIds', index], 'There is no feature flag with this ID.', id)];
    }),
  );
}

@CommandHandler(CreateRelease)
export class CreateReleaseHandler implements ICommandHandler<CreateRelease> {
  constructor(
    private readonly releases: Releases,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, attributes }: CreateRelease): Promise<string> {
    const { productId, requiredBenefitIds } = attributes;
    const product = (await this.queries.execute(new FindProducts([productId]))).get(productId);
    if (!product || product.isDeleted || !access.visible.includes(product.organizationId))
      throw ValidationFailed.at(['productId'], 'Product does not exist.', productId);
    const { organizationId } = product;
    access.assertCanManage(organizationId);
    await assertFlags(this.queries, organizationId, requiredBenefitIds);
    const release = Release.create({ ...attributes, organizationId }, this.clock.now(organizationId));
    await this.releases.add(release);
    return release.id;
  }
}
