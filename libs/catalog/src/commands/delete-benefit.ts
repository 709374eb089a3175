import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { Benefits } from '../domain/benefits.ts';

export class DeleteBenefit extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteBenefit)
export class DeleteBenefitHandler implements ICommandHandler<DeleteBenefit> {
  constructor(
    private readonly benefits: Benefits,
    private readonly clock: Clock,
  ) {}

  execute({ access, id }: DeleteBenefit): Promise<void> {
    return this.benefits.change({ id, organizations: access.visible }, (benefit) => {
      access.assertCanManage(benefit.organizationId);
      benefit.delete(this.clock.now());
    });
  }
}
