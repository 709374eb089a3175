import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { Benefit, type NewBenefit } from '../domain/benefit.ts';
import { Benefits } from '../domain/benefits.ts';
import { MediaFiles } from '../domain/media-files.ts';
import { loadFileCheck, loadMeterCheck, loadTrialCheck, loadReplacementCheck } from './check-benefit.ts';

/** Creates a benefit and returns its id. */
export class CreateBenefit extends Command<string> {
  constructor(readonly attributes: NewBenefit) {
    super();
  }
}

@CommandHandler(CreateBenefit)
export class CreateBenefitHandler implements ICommandHandler<CreateBenefit> {
  constructor(
    private readonly benefits: Benefits,
    private readonly files: MediaFiles,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ attributes }: CreateBenefit): Promise<string> {
    const { organizationId, properties } = attributes;
    (await loadMeterCheck(this.queries, properties))(organizationId);
    (await loadTrialCheck(this.queries, properties))(organizationId);
    (await loadReplacementCheck(this.queries, properties))(organizationId);
    (await loadFileCheck(this.files, properties, [organizationId]))(organizationId);
    const benefit = Benefit.create(attributes, this.clock.now());
    await this.benefits.add(benefit);
    return benefit.id;
  }
}
