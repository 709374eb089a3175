import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { IsWaitingForKey } from '#licensing/contract';
import { UndeliveredPurchases } from '../domain/undelivered-purchases.ts';
import { RecordUndelivered, sourceOf, type UndeliveredOfPurchase } from './record-undelivered.ts';

/** Lists a grant of an add-on while it waits for a license key that it can extend. Can be repeated. */
export class FollowWaitingGrant extends Command<void> {
  constructor(
    readonly grant: Pick<UndeliveredOfPurchase, 'organizationId' | 'customerId' | 'purchase'> & { readonly grantId: string },
  ) {
    super();
  }
}

@CommandHandler(FollowWaitingGrant)
export class FollowWaitingGrantHandler implements ICommandHandler<FollowWaitingGrant> {
  constructor(
    private readonly undelivered: UndeliveredPurchases,
    private readonly queries: QueryBus,
    private readonly commands: CommandBus,
  ) {}

  async execute({ grant: { grantId, ...ofPurchase } }: FollowWaitingGrant): Promise<void> {
    const { organizationId, purchase } = ofPurchase;
    const line = `key_missing ${grantId}`;
    if (await this.queries.execute(new IsWaitingForKey(organizationId, grantId)))
      return this.commands.execute(new RecordUndelivered({ ...ofPurchase, reason: 'key_missing', line, quantity: null }));
    return this.undelivered.remove({ organizationId, ...sourceOf(purchase) }, line);
  }
}
