import { CommandBus, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { ValidationFailed } from '#kernel';
import { EnsureCustomer, MatchCustomer } from '../contract/index.ts';
import { CreateCustomer } from './create-customer.ts';

@CommandHandler(EnsureCustomer)
export class EnsureCustomerHandler implements ICommandHandler<EnsureCustomer> {
  constructor(
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async execute({ organizationId, customer }: EnsureCustomer): Promise<string> {
    const find = async () => (await this.queries.execute(new MatchCustomer(organizationId, customer)))?.id;
    const found = await find();
    if (found !== undefined) return found;
    try {
      const type = customer.type ?? 'individual';
      return await this.commands.execute(new CreateCustomer({ ...customer, type, organizationId }));
    } catch (error) {
      const created = error instanceof ValidationFailed ? await find() : undefined;
      if (created === undefined) throw error;
      return created;
    }
  }
}
