import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { KeyPools } from '../../domain/pools/key-pools.ts';

/** Entries that are removed in one transaction. */
const STEP = 1000;

/** Deletes a pool: first its available entries, whose strings are free again, in steps. Its keys stay; grants that wait get generated ones. */
export class DeleteKeyPool extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteKeyPool)
export class DeleteKeyPoolHandler implements ICommandHandler<DeleteKeyPool> {
  constructor(
    private readonly pools: KeyPools,
    private readonly clock: Clock,
  ) {}

  async execute({ access, id }: DeleteKeyPool): Promise<void> {
    for (let isDeleted = false; !isDeleted;) {
      isDeleted = await this.pools.change({ id, organizations: access.visible, free: STEP }, (pool) => {
        access.assertCanManage(pool.organizationId);
        return pool.clear(this.clock.now());
      });
    }
  }
}
