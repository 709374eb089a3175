import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RenewGrantsOfBenefit } from '../../commands/renew-grants-of-benefit.ts';

/** Grants follow the terms of their benefit, and end with it. */
@Injectable()
export class RenewGrantsWhenBenefitChanges extends Subscriber {
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent): boolean {
    return payload['is_deleted'] === true || payload['license_key_terms_changed'] === true;
  }

  handle({ organizationId, aggregateId, payload }: PublishedEvent): Promise<void> {
    return this.commands.execute(new RenewGrantsOfBenefit(organizationId, aggregateId, payload['is_deleted'] === true));
  }
}
