import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { ChangeCustomerEmail, FindCustomers } from '#customer-portal/contract';
import { ValidationFailed } from '#kernel';
import { PROCESSED } from '../domain/outcome.ts';
import type { ObjectOf, ProviderObjects } from '../domain/provider-objects.ts';
import { contactOf } from '../domain/provider-updates.ts';
import type { ReportingConnector, Result, Undelivered } from './purchase-result.ts';

/** What becomes of another e-mail address that a provider has for a customer, as the seller wants it. */
export class ProvidedCustomers {
  constructor(
    private readonly objects: ProviderObjects,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  async resultOf({ organizationId, customerEmail }: ReportingConnector, object: ObjectOf<'customer'>): Promise<Result> {
    const { id, reported, resultId } = object;
    const nothing = { outcome: PROCESSED, resultId, undelivered: [] };
    const email = reported.own ? contactOf(reported.own.update).email : null;
    if (resultId === null || email === null || email === reported.settledEmail) return nothing;
    const customer = (await this.queries.execute(new FindCustomers([resultId]))).get(resultId);
    if (!customer || customer.deleted_at !== null) return nothing;
    if (customerEmail === 'keep' || customer.email?.toLowerCase() === email.toLowerCase()) {
      await this.objects.settleEmail(id, email);
      return nothing;
    }
    // Without a former address the customer here may have changed its own.
    if (customerEmail === 'ask' || reported.settledEmail === undefined)
      return { ...nothing, undelivered: [changed('The provider has another e-mail address for the customer.', object)] };
    try {
      await this.commands.execute(new ChangeCustomerEmail(organizationId, customer.id, email));
    } catch (error) {
      if (!(error instanceof ValidationFailed)) throw error;
      const problem = `The customer did not get the e-mail address that the provider has: ${error.errors[0]!.message}`;
      return { ...nothing, undelivered: [changed(problem, object)] };
    }
    await this.objects.settleEmail(id, email);
    return nothing;
  }
}

const changed = (problem: string, { reported: { own } }: ObjectOf<'customer'>): Undelivered => ({
  line: 'email',
  reason: 'customer_email_changed',
  problem,
  externalPriceId: null,
  deliverAs: null,
  quantity: null,
  amount: null,
  taxAmount: null,
  currency: null,
  occurredAt: new Date(own!.version.at),
});
