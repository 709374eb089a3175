import { Command, CommandBus, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { KeyPools } from '../../domain/pools/key-pools.ts';
import { SyncKeyWithGrant } from '../keys/sync-key-with-grant.ts';

const PAGE = 100;

/** Issues the keys of grants that wait for entries of a pool, the oldest first; if the pool was deleted, with generated strings. */
export class IssueWaitingKeys extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly poolId: string,
  ) {
    super();
  }
}

@CommandHandler(IssueWaitingKeys)
export class IssueWaitingKeysHandler implements ICommandHandler<IssueWaitingKeys> {
  constructor(
    private readonly pools: KeyPools,
    private readonly commands: CommandBus,
  ) {}

  async execute({ organizationId, poolId }: IssueWaitingKeys): Promise<void> {
    let last: string | undefined;
    for (;;) {
      const { grantIds, exists } = await this.pools.waiting(organizationId, poolId, PAGE);
      // Nothing has become of the first one: others took the entries.
      if (grantIds.length === 0 || grantIds[0] === last) return;
      await Promise.all(grantIds.map((id) => this.commands.execute(new SyncKeyWithGrant(id))));
      if (!exists) await this.pools.stopWaiting(organizationId, grantIds, poolId);
      last = grantIds[0];
    }
  }
}
