import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { FindOrganizations } from '#organizations/contract';
import { Subscriptions } from '../domain/subscriptions.ts';

/** Sets whether a subscription is paid. The seller reports it, because this service does not collect payments. */
export class UpdatePaymentStatus extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly isPaid: boolean,
  ) {
    super();
  }
}

@CommandHandler(UpdatePaymentStatus)
export class UpdatePaymentStatusHandler implements ICommandHandler<UpdatePaymentStatus> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id, isPaid }: UpdatePaymentStatus): Promise<void> {
    const organizations = await this.queries.execute(new FindOrganizations(access.visible));
    await this.subscriptions.change({ id, organizations: access.visible }, (subscription) => {
      const { organizationId } = subscription;
      access.assertCanManage(organizationId);
      if (isPaid) return subscription.recover(this.clock.now());
      const { benefitRevocationGracePeriod: graceDays, dunningDays } = organizations.get(organizationId)!;
      return subscription.fallPastDue({ graceDays, dunningDays }, this.clock.now());
    });
  }
}
