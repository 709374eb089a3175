import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { BenefitUpdated } from '#catalog/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RenewGrantsOfBenefit } from '../../commands/renew-grants-of-benefit.ts';

/** Grants take over changed terms of their benefit, and are revoked when it is deleted. */
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

  handle({ id, organizationId, aggregateId, payload }: PublishedEvent<BenefitUpdated>): Promise<void> {
    const change = payload.is_deleted ? 'deleted' : payload.license_key_expiry_changed ? 'expiry' : 'terms';
    return this.commands.execute(new RenewGrantsOfBenefit(organizationId, aggregateId, change, Number(id)));
  }
}
