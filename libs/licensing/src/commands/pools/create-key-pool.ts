import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { type Access, Clock, ValidationFailed } from '#kernel';
import { KeyPool, type NewKeyPool } from '../../domain/pools/key-pool.ts';
import { KeyPools } from '../../domain/pools/key-pools.ts';

/** Creates an empty pool for the keys of a benefit, and returns its id. */
export class CreateKeyPool extends Command<string> {
  constructor(
    readonly access: Access,
    readonly attributes: NewKeyPool,
  ) {
    super();
  }
}

@CommandHandler(CreateKeyPool)
export class CreateKeyPoolHandler implements ICommandHandler<CreateKeyPool> {
  constructor(
    private readonly pools: KeyPools,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, attributes }: CreateKeyPool): Promise<string> {
    const { organizationId, benefitId } = attributes;
    const benefit = (await this.queries.execute(new FindLicenseKeyBenefits([benefitId]))).get(benefitId);
    if (!benefit || benefit.isDeleted || benefit.organizationId !== organizationId) {
      throw ValidationFailed.at(['benefitId'], 'The benefit does not exist or has no license keys.', benefitId);
    }
    access.assertCanManage(organizationId);
    const pool = KeyPool.create(attributes, this.clock.now());
    await this.pools.add(pool);
    return pool.id;
  }
}
