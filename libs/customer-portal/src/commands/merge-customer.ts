import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { type Access, Clock } from '#kernel';
import { Customers } from '../domain/customers.ts';
import { unknownSource } from '../domain/mergers.ts';
import { mergeCustomers } from '../domain/merging-members.ts';

/** Merges a customer into another one. What it has in other contexts follows by event. */
export class MergeCustomer extends Command<void> {
  constructor(
    readonly access: Access,
    readonly sourceId: string,
    readonly targetId: string,
  ) {
    super();
  }
}

@CommandHandler(MergeCustomer)
export class MergeCustomerHandler implements ICommandHandler<MergeCustomer> {
  constructor(
    private readonly customers: Customers,
    private readonly clock: Clock,
  ) {}

  execute({ access, sourceId, targetId }: MergeCustomer): Promise<void> {
    const which = { source: sourceId, target: targetId, organizations: access.visible };
    return this.customers.changeBoth(which, (target, merger) => {
      access.assertCanManage(target.organizationId);
      if (!merger) throw unknownSource(sourceId);
      mergeCustomers(merger, this.clock.now());
    });
  }
}
