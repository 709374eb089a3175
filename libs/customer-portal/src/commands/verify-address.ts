import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, ResourceNotFound } from '#kernel';
import { Customers } from '../domain/customers.ts';
import { SignIns } from '../domain/sign-ins.ts';

/** Marks the address to which a redeemed code was mailed as verified, if the customer still has it. */
export class VerifyAddress extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    readonly codeId: string,
  ) {
    super();
  }
}

@CommandHandler(VerifyAddress)
export class VerifyAddressHandler implements ICommandHandler<VerifyAddress> {
  constructor(
    private readonly customers: Customers,
    private readonly signIns: SignIns,
    private readonly clock: Clock,
  ) {}

  async execute({ organizationId, customerId: id, codeId }: VerifyAddress): Promise<void> {
    const address = await this.signIns.addressOf(codeId);
    if (address === null) return;
    try {
      await this.customers.change({ id, organizations: [organizationId] }, {}, (customer) =>
        customer.verifyAddress(address, this.clock.now()),
      );
    } catch (error) {
      if (!(error instanceof ResourceNotFound)) throw error;
    }
  }
}
