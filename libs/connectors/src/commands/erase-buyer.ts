import { Command, CommandHandler, type ICommandHandler, QueryBus } from '@nestjs/cqrs';
import { FindCustomers, FindFormerCustomers, wasEmailOf } from '#customer-portal/contract';
import { Connectors } from '../domain/connectors.ts';
import { contactOf } from '../domain/provider-updates.ts';
import { ProviderEvents } from '../domain/provider-events.ts';
import { type ObjectOf, ProviderObjects } from '../domain/provider-objects.ts';
import { UndeliveredPurchases } from '../domain/undelivered-purchases.ts';

/**
 * Erases, in batches, what payment providers told about an anonymized customer: also where nothing here came of it, if it has the e-mail
 * address that the customer had. Amounts, prices, ids and times stay.
 */
export class EraseBuyer extends Command<void> {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
  ) {
    super();
  }
}

@CommandHandler(EraseBuyer)
export class EraseBuyerHandler implements ICommandHandler<EraseBuyer> {
  constructor(
    private readonly connectors: Connectors,
    private readonly objects: ProviderObjects,
    private readonly events: ProviderEvents,
    private readonly undelivered: UndeliveredPurchases,
    private readonly queries: QueryBus,
  ) {}

  async execute({ organizationId, customerId }: EraseBuyer): Promise<void> {
    const former = await this.queries.execute(new FindFormerCustomers(customerId));
    await this.eraseAll(organizationId, [customerId, ...former], () => true);
    const anonymized = (await this.queries.execute(new FindCustomers([customerId]))).get(customerId);
    if (anonymized) await this.eraseAll(organizationId, null, (email) => wasEmailOf(anonymized, email));
  }

  private async eraseAll(
    organizationId: string,
    are: readonly string[] | null,
    isEmail: (email: string) => boolean,
  ): Promise<void> {
    let after: string | null = null;
    do {
      const customers: readonly ObjectOf<'customer'>[] = await this.objects.customers(organizationId, are, after);
      for (const each of customers) await this.erase(each, isEmail);
      after = customers.at(-1)?.id ?? null;
    } while (after !== null);
  }

  private async erase(customer: ObjectOf<'customer'>, isEmail: (email: string) => boolean): Promise<void> {
    const update = customer.reported.customer?.update;
    const { email, name } = update ? contactOf(update) : { email: null, name: null };
    if ((email ?? name) === null || (email !== null && !isEmail(email))) return;
    const ids = await this.objects.idsAbout(customer);
    await this.undelivered.eraseContacts(customer.organizationId, ids);
    await this.events.eraseOf(ids);
    for (const connectorId of email === null ? [] : await this.connectors.ofAccount(customer.connectorId)) {
      let after: string | null = null;
      do after = await this.events.eraseContaining(connectorId, email!, after);
      while (after !== null);
    }
    // At last, because the address finds everything else.
    await this.objects.eraseContact(customer.id);
  }
}
