import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { ChangeCustomerEmail, FindCustomers } from '#customer-portal/contract';
import { type Access, WallClock } from '#kernel';
import { RemedyNotApplicable } from '../domain/connector.errors.ts';
import { ProviderObjects } from '../domain/provider-objects.ts';
import { changedEmailOf, UndeliveredPurchases } from '../domain/undelivered-purchases.ts';

/** Gives a customer the e-mail address that it has at the provider. Can be repeated. */
export class FollowCustomerEmail extends Command<void> {
  constructor(
    readonly access: Access,
    readonly id: string,
  ) {
    super();
  }
}

@CommandHandler(FollowCustomerEmail)
export class FollowCustomerEmailHandler implements ICommandHandler<FollowCustomerEmail> {
  constructor(
    private readonly undelivered: UndeliveredPurchases,
    private readonly objects: ProviderObjects,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  async execute({ access, id }: FollowCustomerEmail): Promise<void> {
    const which = { id, organizations: access.visible };
    const line = await this.undelivered.find(which);
    const { organizationId } = line;
    access.assertCanManage(organizationId);
    const { objectId, customerId, email } = changedEmailOf(line);
    const customer = (await this.queries.execute(new FindCustomers([customerId]))).get(customerId);
    if (!customer || customer.deleted_at !== null) throw new RemedyNotApplicable('The customer was deleted.');
    const isDone = customer.email === email;
    if (!isDone && line.resolution !== null) throw new RemedyNotApplicable('It was dismissed.');
    if (!isDone) await this.commands.execute(new ChangeCustomerEmail(organizationId, customer.id, email));
    await this.objects.settleEmail(objectId, email);
    await this.undelivered.resolve(which, { kind: 'dismissed', reason: 'The customer got the address.' }, this.clock.now());
  }
}
