import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, WallClock } from '#kernel';
import { ProviderObjects } from '../domain/provider-objects.ts';
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
    private readonly objects: ProviderObjects,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, id, reason }: DismissUndelivered): Promise<void> {
    const which = { id, organizations: access.visible };
    const line = await this.undelivered.find(which);
    access.assertCanManage(line.organizationId);
    const isAboutEmail = line.reason === 'customer_email_changed' && line.email !== null;
    // The customer keeps its address, until the provider has yet another one.
    if (isAboutEmail) await this.objects.settleEmail(line.source.id, line.email!);
    await this.undelivered.resolve(which, { kind: 'dismissed', reason }, this.clock.now());
  }
}
