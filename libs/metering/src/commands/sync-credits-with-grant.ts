import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits } from '#catalog/contract';
import { FindBenefitGrants } from '#entitlements/contract';
import { Clock } from '#kernel';
import { Balances } from '../domain/balances.ts';
import { customersById } from './customer-lookup.ts';

/** Credits the units of a grant or withdraws them, depending on its current state. Ignores grants of other benefit types. */
export class SyncCreditsWithGrant extends Command<void> {
  constructor(readonly grantId: string) {
    super();
  }
}

@CommandHandler(SyncCreditsWithGrant)
export class SyncCreditsWithGrantHandler implements ICommandHandler<SyncCreditsWithGrant> {
  constructor(
    private readonly balances: Balances,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ grantId }: SyncCreditsWithGrant): Promise<void> {
    const grant = (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId);
    if (!grant) return;
    const benefit = (await this.queries.execute(new FindBenefits([grant.benefitId]))).get(grant.benefitId);
    if (benefit?.type !== 'meter_credit') return;
    const [customer] = await customersById(this.queries, [grant.customerId]);
    if (!customer) return;
    const { meter_id: meterId, units, rollover } = benefit.properties;
    await this.balances.syncCredits({ ...grant, meterId, units, rollover }, customer, this.clock.now());
  }
}
