import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { BenefitChanges } from '../domain/benefit.ts';
import { Benefits } from '../domain/benefits.ts';
import { MediaFiles } from '../domain/media-files.ts';
import { loadFileCheck, loadMeterCheck, loadTrialCheck, loadReplacementCheck } from './check-benefit.ts';

export class UpdateBenefit extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: BenefitChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateBenefit)
export class UpdateBenefitHandler implements ICommandHandler<UpdateBenefit> {
  constructor(
    private readonly benefits: Benefits,
    private readonly files: MediaFiles,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, changes }: UpdateBenefit): Promise<void> {
    const checkMeter = await loadMeterCheck(this.queries, changes.properties);
    const checkTrial = await loadTrialCheck(this.queries, changes.properties);
    const checkReplacements = await loadReplacementCheck(this.queries, changes.properties);
    const checkFiles = await loadFileCheck(this.files, changes.properties, access.visible);
    return this.benefits.change({ id, organizations: access.visible }, (benefit) => {
      access.assertCanManage(benefit.organizationId);
      checkMeter(benefit.organizationId);
      checkTrial(benefit.organizationId);
      checkFiles(benefit.organizationId);
      checkReplacements(benefit.organizationId, benefit.id);
      benefit.update(changes, this.clock.now());
    });
  }
}
