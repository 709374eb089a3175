import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { BenefitChanges } from '../domain/benefit.ts';
import { Benefits } from '../domain/benefits.ts';

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
    private readonly clock: Clock,
  ) {}

  execute({ access, id, changes }: UpdateBenefit): Promise<void> {
    return this.benefits.change({ id, organizations: access.visible }, (benefit) => {
      access.demandManage(benefit.organizationId);
      benefit.update(changes, this.clock.now());
    });
  }
}
