import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { UndeliveredPurchases } from '../domain/undelivered-purchases.ts';

/** Takes something that was not delivered off the list, for a reason. */
export class DismissUndelivered extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
    readonly reason: string,
  ) {
    super();
  }
}

@CommandHandler(DismissUndelivered)
export class DismissUndeliveredHandler implements ICommandHandler<DismissUndelivered> {
  constructor(
    private readonly undelivered: UndeliveredPurchases,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, id, reason }: DismissUndelivered): Promise<void> {
    const which = { id, organizations: access.visible };
    access.assertCanManage((await this.undelivered.find(which)).organizationId);
    await this.undelivered.resolve(which, { kind: 'dismissed', reason }, this.clock.now());
  }
}
