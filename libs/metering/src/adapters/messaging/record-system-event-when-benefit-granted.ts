import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { BenefitGrantCreated, BenefitGrantRevoked, BenefitGrantUpdated } from '#entitlements/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RecordBenefitEvent } from '../../commands/record-benefit-event.ts';

type Handled = BenefitGrantCreated | BenefitGrantRevoked | BenefitGrantUpdated;

const NAMES = {
  'benefit_grant.created': 'benefit.granted',
  'benefit_grant.revoked': 'benefit.revoked',
  'benefit_grant.updated': 'benefit.updated',
} as const;

/** Also records that a benefit was revoked, or that its terms changed. */
@Injectable()
export class RecordSystemEventWhenBenefitGranted extends Subscriber<Handled> {
  readonly id = 'RecordSystemEventWhenBenefitGranted';

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts(event: PublishedEvent<Handled>): boolean {
    return event.name !== 'benefit_grant.updated' || event.payload.terms_renewed;
  }

  handle({ organizationId, aggregateId, name, occurredAt: timestamp, payload }: PublishedEvent<Handled>): Promise<void> {
    const { customer_id: customerId, member_id: memberId, benefit_id } = payload;
    const metadata = { benefit_grant_id: aggregateId, ...(memberId === null ? {} : { member_id: memberId }) };
    const event = { organizationId, customerId, memberId, name: NAMES[name], timestamp, metadata };
    return this.commands.execute(new RecordBenefitEvent(event, benefit_id));
  }
}
