import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindBenefits, type MeterCreditTerms } from '#catalog/contract';
import { type BenefitGrantSnapshot, type DecidedGrant, FindBenefitGrants } from '#entitlements/contract';
import { Clock } from '#kernel';
import { Balances, type BenefitUnits } from '../domain/balances.ts';
import { customersById } from './customer-lookup.ts';

/** Credits the units of a grant or withdraws them, as was decided. Ignores grants of other benefit types, and earlier decisions. */
export class SyncCreditsWithGrant extends Command<void> {
  constructor(
    readonly grantId: string,
    /** What an event tells of the grant; without it, the grant and its benefit are asked for. */
    readonly decided?: DecidedGrant,
  ) {
    super();
  }
}

interface CreditingGrant {
  readonly grant: BenefitGrantSnapshot;
  readonly credits: MeterCreditTerms;
}

@CommandHandler(SyncCreditsWithGrant)
export class SyncCreditsWithGrantHandler implements ICommandHandler<SyncCreditsWithGrant> {
  constructor(
    private readonly balances: Balances,
    private readonly queries: QueryBus,
    private readonly clock: Clock,
  ) {}

  async execute({ grantId, decided }: SyncCreditsWithGrant): Promise<void> {
    const found = decided ? ofDecision(decided) : await this.asked(grantId);
    if (!found) return;
    const { grant, credits } = found;
    const [customer] = await customersById(this.queries, [grant.customerId]);
    if (!customer) return;
    await this.balances.syncCredits({ ...grant, ...unitsOfBenefit(credits) }, customer, this.clock.now());
  }

  private async asked(grantId: string): Promise<CreditingGrant | undefined> {
    const grant = (await this.queries.execute(new FindBenefitGrants([grantId]))).get(grantId);
    if (!grant) return undefined;
    const benefit = (await this.queries.execute(new FindBenefits([grant.benefitId]))).get(grant.benefitId);
    return benefit?.type === 'meter_credit' ? { grant, credits: benefit.properties } : undefined;
  }
}

/** What a benefit credits, as the domain expects it. */
export const unitsOfBenefit = ({
  meter_id: meterId,
  units,
  rollover,
  priority,
  expires_after_days,
}: MeterCreditTerms): BenefitUnits => ({
  meterId,
  units,
  rollover,
  priority,
  expiresAfterDays: expires_after_days,
});

/** The properties are those of the view of the benefit, which its type determines. */
const ofDecision = ({ grant, benefit: { type, properties } }: DecidedGrant): CreditingGrant | undefined =>
  type === 'meter_credit' ? { grant, credits: properties as unknown as MeterCreditTerms } : undefined;
