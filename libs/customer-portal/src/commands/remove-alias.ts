import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { type Access, ResourceNotFound } from '#kernel';
import { FindMergeTarget } from '../contract/customers.ts';
import { Customers } from '../domain/customers.ts';

/** Takes back that the address of a merged customer stands for the customer that it was merged into. */
export class RemoveAlias extends Command<void> {
  constructor(
    readonly access: Access,
    readonly customerId: string,
    readonly mergedCustomerId: string,
  ) {
    super();
  }
}

@CommandHandler(RemoveAlias)
export class RemoveAliasHandler implements ICommandHandler<RemoveAlias> {
  constructor(
    private readonly customers: Customers,
    private readonly queries: QueryBus,
  ) {}

  async execute({ access, customerId, mergedCustomerId }: RemoveAlias): Promise<void> {
    const isMerged = (await this.queries.execute(new FindMergeTarget(mergedCustomerId))) === customerId;
    if (!isMerged) throw new ResourceNotFound();
    const which = { source: mergedCustomerId, target: customerId, organizations: access.visible };
    await this.customers.changeBoth(which, (target, merger) => {
      access.assertCanManage(target.organizationId);
      merger?.source.removeAlias(target);
    });
  }
}
