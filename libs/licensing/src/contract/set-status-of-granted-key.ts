import { Command } from '@nestjs/cqrs';

/**
 * Sets the status of the key that was issued for a benefit grant, as a decision by hand. Returns the number of the decision;
 * null if the grant has no key.
 */
export class SetStatusOfGrantedKey extends Command<number | null> {
  constructor(
    readonly organizationId: string,
    readonly grantId: string,
    readonly status: 'granted' | 'revoked',
  ) {
    super();
  }
}
