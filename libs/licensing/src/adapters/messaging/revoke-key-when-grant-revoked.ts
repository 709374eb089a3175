import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { BenefitGrantRevoked } from '#entitlements/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncKeyWithGrant } from '../../commands/keys/sync-key-with-grant.ts';

/** The key is revoked, not deleted: it is reinstated if the benefit is granted again. */
@Injectable()
export class RevokeKeyWhenGrantRevoked extends Subscriber<BenefitGrantRevoked> {
  readonly id = 'RevokeKeyWhenGrantRevoked';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  handle({ aggregateId }: PublishedEvent<BenefitGrantRevoked>): Promise<void> {
    return this.commands.execute(new SyncKeyWithGrant(aggregateId));
  }
}
