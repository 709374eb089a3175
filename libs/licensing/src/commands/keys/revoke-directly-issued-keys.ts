import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '#kernel';
import { type DirectlyIssuedKeys, KeyBatches } from '../../domain/keys/key-batches.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';

/** Revokes, in batches, the directly issued keys of a deleted customer, member or benefit. */
export class RevokeDirectlyIssuedKeys extends Command<void> {
  constructor(readonly which: DirectlyIssuedKeys) {
    super();
  }
}

@CommandHandler(RevokeDirectlyIssuedKeys)
export class RevokeDirectlyIssuedKeysHandler implements ICommandHandler<RevokeDirectlyIssuedKeys> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly batches: KeyBatches,
    private readonly clock: Clock,
  ) {}

  async execute({ which }: RevokeDirectlyIssuedKeys): Promise<void> {
    const now = this.clock.now();
    let ids = await this.batches.issuedDirectly(which, null);
    while (ids.length > 0) {
      await Promise.all(ids.map((id) => this.revoke(id, which.organizationId, now)));
      ids = await this.batches.issuedDirectly(which, ids.at(-1)!);
    }
  }

  private revoke(id: string, organizationId: string, now: Date): Promise<void> {
    return this.licenseKeys.change({ id, within: [organizationId] }, (key) => void key.update({ status: 'revoked' }, now));
  }
}
