import { Command, CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { EnsureCustomer, MatchCustomer } from '#customer-portal/contract';
import type { Access } from '#kernel';

/** A customer that was found or created; no id if a dry run would create it. */
export interface ImportedCustomer {
  readonly id: string | null;
  readonly isNew: boolean;
}

/** Finds or creates a customer. One that is found does not change. */
export class ImportCustomer extends Command<ImportedCustomer> {
  constructor(
    readonly access: Access,
    readonly organizationId: string,
    readonly customer: EnsureCustomer['customer'],
    readonly isDryRun: boolean,
  ) {
    super();
  }
}

@CommandHandler(ImportCustomer)
export class ImportCustomerHandler implements ICommandHandler<ImportCustomer> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async execute({ access, organizationId, customer, isDryRun }: ImportCustomer): Promise<ImportedCustomer> {
    access.assertCanManage(organizationId);
    const found = await this.queries.execute(new MatchCustomer(organizationId, customer));
    if (found) return { id: found.id, isNew: false };
    if (isDryRun) return { id: null, isNew: true };
    return { id: await this.commands.execute(new EnsureCustomer(organizationId, customer)), isNew: true };
  }
}
