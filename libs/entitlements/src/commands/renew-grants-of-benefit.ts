import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import type { BenefitGrant } from '../domain/benefit-grant.ts';
import { BenefitGrants } from '../domain/benefit-grants.ts';

/** Renews the terms of all grants of a changed benefit, or revokes the grants of a deleted one. */
export class RenewGrantsOfBenefit extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly benefitId: string,
    readonly change: 'deleted' | 'terms' | 'expiry',
    /** The event of the change. */
    readonly eventId: number,
  ) {
    super();
  }
}

@CommandHandler(RenewGrantsOfBenefit)
export class RenewGrantsOfBenefitHandler implements ICommandHandler<RenewGrantsOfBenefit> {
  constructor(
    private readonly grants: BenefitGrants,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, benefitId, change, eventId }: RenewGrantsOfBenefit): Promise<void> {
    const now = this.clock.now();
    const apply = (grant: BenefitGrant): void =>
      change === 'deleted' ? grant.revoke(eventId, now) : grant.renewTerms(change === 'expiry', now);
    let after: string | null = null;
    do after = await this.grants.changeGranted({ organizationId, benefitId }, after, apply);
    while (after !== null);
  }
}
