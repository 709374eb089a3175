import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { EnsureCustomer, FindCustomers } from '#customer-portal/contract';
import { contactOf } from '../domain/provider-updates.ts';
import type { ReportedCustomer } from '../domain/reported-state.ts';
import { failed, type Outcome, waiting } from '../domain/outcome.ts';
import type { ProviderObjects } from '../domain/provider-objects.ts';
import { NotNow, type ReportingConnector } from './purchase-result.ts';

/** The customers here of those who buy at a provider. */
export class Buyers {
  constructor(
    private readonly objects: ProviderObjects,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
  ) {}

  /**
   * The id of the customer here: of the one that it was merged into, if it was. It is found or created by its e-mail address. Who pays
   * again after having been deleted is a new customer; `paidAt` is when, and is left out for something new.
   */
  async of(connector: ReportingConnector, ref: string, paidAt?: string): Promise<string> {
    const object = await this.objects.find(connector.id, 'customer', ref);
    const update = (object?.reported as ReportedCustomer | undefined)?.customer?.update;
    if (!object || !update) throw new NotNow(customerUnknown(ref));
    const { resultId } = object;
    const known = resultId === null ? undefined : await this.stillThere(resultId, ref, paidAt);
    if (known !== undefined) return known;
    const { email, name } = contactOf(update);
    if (email === null) throw new NotNow(failed('email_missing', `The customer ${ref} has no e-mail address.`));
    const id = await this.commands.execute(new EnsureCustomer(connector.organizationId, { email, name }));
    await this.objects.link(object.id, id, resultId ?? undefined);
    await this.objects.settleEmail(object.id, email);
    return id;
  }

  private async stillThere(id: string, ref: string, paidAt: string | undefined): Promise<string | undefined> {
    const customer = (await this.queries.execute(new FindCustomers([id]))).get(id);
    if (customer && customer.deleted_at === null) return customer.id;
    // Providers tell times in whole seconds.
    const deletedAt = new Date(Math.floor((customer?.deleted_at?.getTime() ?? 0) / 1000) * 1000);
    if (paidAt === undefined || (customer && paidAt >= deletedAt.toISOString())) return undefined;
    throw new NotNow(failed('customer_deleted', `The customer ${ref} was deleted here, and has paid nothing since then.`));
  }
}

export const customerUnknown = (ref: string): Outcome =>
  waiting('customer_unknown', `The e-mail address of the customer ${ref} is not known yet.`);
