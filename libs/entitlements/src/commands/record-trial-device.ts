import { CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { RecordTrialDevice } from '../contract/keys-of-grants.ts';
import { FindDevice } from '../needs/keys-of-purchases.ts';
import { FindBenefitGrants } from '../contract/index.ts';
import { Subscriptions } from '../domain/subscriptions.ts';
import { TrialHistory } from '../domain/trial-history.ts';
import { deviceTrait } from '../domain/trial-traits.ts';

@CommandHandler(RecordTrialDevice)
export class RecordTrialDeviceHandler implements ICommandHandler<RecordTrialDevice> {
  constructor(
    private readonly subscriptions: Subscriptions,
    private readonly trials: TrialHistory,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, grantId, activationId }: RecordTrialDevice): Promise<void> {
    const subscriptionId = (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId)?.subscriptionId;
    if (!subscriptionId) return;
    const which = { id: subscriptionId, organizations: [organizationId] };
    const { status, productId } = await this.subscriptions.change(which, (subscription) => ({
      status: subscription.status,
      productId: subscription.productId,
    }));
    const device = status === 'trialing' ? await this.queries.execute(new FindDevice(organizationId, activationId)) : undefined;
    if (device === undefined) return;
    const trial = { organizationId, productId, subscriptionId };
    await this.trials.record(trial, [deviceTrait(device)], this.clock.now());
  }
}
