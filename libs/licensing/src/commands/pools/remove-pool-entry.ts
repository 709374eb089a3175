import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { KeyPools } from '../../domain/pools/key-pools.ts';

/** Removes an entry that no key has. Its string is free again. */
export class RemovePoolEntry extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly entryId: string,
  ) {
    super();
  }
}

@CommandHandler(RemovePoolEntry)
export class RemovePoolEntryHandler implements ICommandHandler<RemovePoolEntry> {
  constructor(
    private readonly pools: KeyPools,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, entryId }: RemovePoolEntry): Promise<void> {
    return this.pools.change<void>({ id, organizations: access.visible, entryId }, (pool) => {
      access.assertCanManage(pool.organizationId);
      pool.remove(entryId, this.clock.now());
    });
  }
}
