import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindRemainingMembers, moveToMergeTarget } from '#customer-portal/contract';
import { Clock } from '#kernel';
import { AttachedGrants } from '../../domain/keys/attached-grants.ts';
import { KeyBatches } from '../../domain/keys/key-batches.ts';
import { LicenseKeys } from '../../domain/keys/license-keys.ts';
import { EraseActivations } from '../activations/erase-activations.ts';
import { RevokeDirectlyIssuedKeys } from './revoke-directly-issued-keys.ts';

/**
 * Moves all keys of a merged customer, in batches, to the customer that it was merged into. Does nothing for a customer that was
 * not merged, so that it can be repeated for keys that were issued at the same time.
 */
export class MoveKeysOfMergedCustomer extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(MoveKeysOfMergedCustomer)
export class MoveKeysOfMergedCustomerHandler implements ICommandHandler<MoveKeysOfMergedCustomer> {
  constructor(
    private readonly licenseKeys: LicenseKeys,
    private readonly batches: KeyBatches,
    private readonly attached: AttachedGrants,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
    private readonly clock: Clock,
  ) {}

  execute({ organizationId, customerId }: MoveKeysOfMergedCustomer): Promise<void> {
    return moveToMergeTarget(this.queries, customerId, {
      move: (from, to) => this.move(organizationId, from, to),
      end: (id) => this.commands.execute(new RevokeDirectlyIssuedKeys({ organizationId, customerId: id })),
      erase: (id) => this.commands.execute(new EraseActivations(organizationId, id)),
    });
  }

  private async move(organizationId: string, from: string, to: string): Promise<void> {
    const now = this.clock.now();
    let keys = await this.batches.ofCustomer(organizationId, from, null);
    while (keys.length > 0) {
      const remaining = await this.remaining(keys.flatMap(({ memberId }) => memberId ?? []));
      const moves = keys.map((each) =>
        this.licenseKeys.change({ id: each.id, within: [organizationId] }, (key) => key.moveTo(to, remaining, now)),
      );
      await Promise.all(moves);
      keys = await this.batches.ofCustomer(organizationId, from, null);
    }
    await this.attached.moveToCustomer(organizationId, from, to);
  }

  private async remaining(memberIds: readonly string[]): Promise<ReadonlyMap<string, string>> {
    const members = await this.queries.execute(new FindRemainingMembers([...new Set(memberIds)]));
    return new Map([...members].map(([id, remaining]) => [id, remaining.id]));
  }
}
