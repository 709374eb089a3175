import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { BenefitUpdated } from '#catalog/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncGrantsOfBenefit } from '../../commands/sync-grants-of-benefit.ts';
import { RenewGrantsOfBenefit } from '../../commands/renew-grants-of-benefit.ts';

/** Grants take over changed terms of their benefit, become more or fewer where it says otherwise what a quantity brings, and are revoked when it is deleted. */
@Injectable()
export class RenewGrantsWhenBenefitChanges extends Subscriber<BenefitUpdated> {
  readonly id = 'RenewGrantsWhenBenefitChanges';
  override readonly multiTransaction: boolean = true;
  override readonly isBulkWork: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent<BenefitUpdated>): boolean {
    return payload.is_deleted || payload.license_key_terms_changed;
  }

  async handle({ id, organizationId, aggregateId, payload }: PublishedEvent<BenefitUpdated>): Promise<void> {
    if (payload.license_key_quantity_changed)
      await this.commands.execute(new SyncGrantsOfBenefit(organizationId, aggregateId, Number(id)));
    const change = payload.is_deleted ? 'deleted' : payload.license_key_expiry_changed ? 'expiry' : 'terms';
    return this.commands.execute(new RenewGrantsOfBenefit(organizationId, aggregateId, change, Number(id)));
  }
}
