import { Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { BenefitGrantUpdated } from '#entitlements/contract';
import { type PublishedEvent, Subscriber } from '#platform/messaging';
import { SyncKeyWithGrant } from '../../commands/keys/sync-key-with-grant.ts';

/** Applies changed terms to the key. A key that was issued after its grant was revoked is revoked as well. */
@Injectable()
export class UpdateKeyWhenGrantUpdated extends Subscriber<BenefitGrantUpdated> {
  readonly id = 'UpdateKeyWhenGrantUpdated';
  override readonly multiTransaction: boolean = true;

  constructor(private readonly commands: CommandBus) {
    super();
  }

  override accepts({ payload }: PublishedEvent<BenefitGrantUpdated>): boolean {
    return payload.terms_renewed || !payload.is_granted;
  }

  handle({ aggregateId }: PublishedEvent<BenefitGrantUpdated>): Promise<void> {
    return this.commands.execute(new SyncKeyWithGrant(aggregateId));
  }
}
