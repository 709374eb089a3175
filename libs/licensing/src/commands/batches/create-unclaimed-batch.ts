import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits } from '#catalog/contract';
import { type Access, Clock, ValidationFailed } from '#kernel';
import { type NewUnclaimedBatch, UnclaimedBatch } from '../../domain/batches/unclaimed-batch.ts';
import { UnclaimedBatches } from '../../domain/batches/unclaimed-batches.ts';
import { generatedString } from '../../domain/keys/key-string.ts';

/** Makes strings for license keys that nobody has bought yet, and returns the id of their batch. */
export class CreateUnclaimedBatch extends Command<string> {
  constructor(
    readonly access: Access,
    readonly attributes: NewUnclaimedBatch,
    /** How many strings. */
    readonly size: number,
  ) {
    super();
  }
}

@CommandHandler(CreateUnclaimedBatch)
export class CreateUnclaimedBatchHandler implements ICommandHandler<CreateUnclaimedBatch> {
  constructor(
    private readonly batches: UnclaimedBatches,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, attributes, size }: CreateUnclaimedBatch): Promise<string> {
    const { organizationId, benefitId } = attributes;
    const benefit = (await this.queries.execute(new FindLicenseKeyBenefits([benefitId]))).get(benefitId);
    if (!benefit || benefit.isDeleted || benefit.organizationId !== organizationId) {
      throw ValidationFailed.at(['benefitId'], 'The benefit does not exist or has no license keys.', benefitId);
    }
    access.assertCanManage(organizationId);
    const strings = await this.batches.prepare(Array.from({ length: size }, () => generatedString(benefit).key));
    const batch = UnclaimedBatch.create(attributes, strings, this.clock.now(organizationId));
    await this.batches.add(batch);
    return batch.id;
  }
}
