import { Command } from '@nestjs/cqrs';

/**
 * Gives a customer another e-mail address, as a payment provider knows it, which ends sessions and codes as every change does. Throws a
 * `ValidationFailed` at `email` if another customer has it.
 */
export class ChangeCustomerEmail extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    readonly email: string,
  ) {
    super();
  }
}
