import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import type { KeyPoolChanges } from '../../domain/pools/key-pool.ts';
import { KeyPools } from '../../domain/pools/key-pools.ts';

export class UpdateKeyPool extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly changes: KeyPoolChanges,
  ) {
    super();
  }
}

@CommandHandler(UpdateKeyPool)
export class UpdateKeyPoolHandler implements ICommandHandler<UpdateKeyPool> {
  constructor(
    private readonly pools: KeyPools,
    private readonly clock: Clock,
  ) {}

  execute({ access, id, changes }: UpdateKeyPool): Promise<void> {
    return this.pools.change<void>({ id, organizations: access.visible }, (pool) => {
      access.assertCanManage(pool.organizationId);
      pool.update(changes, this.clock.now());
    });
  }
}
