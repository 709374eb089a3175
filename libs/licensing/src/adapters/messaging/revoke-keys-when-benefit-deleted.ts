import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { RevokeDirectlyIssuedKeys } from '../../commands/revoke-directly-issued-keys.ts';

/** Those that were issued directly: the others go with their grants. */
@Injectable()
export class RevokeKeysWhenBenefitDeleted extends Subscriber {
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent): boolean {
    return payload['is_deleted'] === true && payload['type'] === 'license_keys';
  }

  handle({ organizationId, aggregateId: benefitId }: PublishedEvent): Promise<void> {
    return this.commands.execute(new RevokeDirectlyIssuedKeys({ organizationId, benefitId }));
  }
}
