import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { BenefitUpdated } from '#catalog/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeDirectlyIssuedKeys } from '../../commands/keys/revoke-directly-issued-keys.ts';

/** Revokes keys that were issued directly; the others are revoked with their grants. */
@Injectable()
export class RevokeKeysWhenBenefitDeleted extends Subscriber<BenefitUpdated> {
  readonly id = 'RevokeKeysWhenBenefitDeleted';
  override readonly multiTransaction: boolean = true;
  override readonly isBulkWork: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent<BenefitUpdated>): boolean {
    return payload.is_deleted && payload.type === 'license_keys';
  }

  handle({ organizationId, aggregateId: benefitId }: PublishedEvent<BenefitUpdated>): Promise<void> {
    return this.commands.execute(new RevokeDirectlyIssuedKeys({ organizationId, benefitId }));
  }
}
