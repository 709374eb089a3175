import type { CommandBus, QueryBus } from '@nestjs/cqrs';
import { EnsureCustomer, FindCustomers, FindCustomersByExternalId } from '#customer-portal/contract';
import { newId, type WallClock } from '#kernel';
import { idsHereOf } from '../domain/ids-here.ts';
import { contactOf } from '../domain/provider-updates.ts';
import { failed, waiting } from '../domain/outcome.ts';
import type { ProviderObjects, ObjectOf } from '../domain/provider-objects.ts';
import { NotNow, type ReportingConnector } from './purchase-result.ts';

/** Every event is later. */
const BEFORE_ALL_EVENTS = { at: '', rank: 0, eventId: '' };

/** The customers here of those who buy at a provider. */
export class Buyers {
  constructor(
    private readonly objects: ProviderObjects,
    private readonly commands: CommandBus,
    private readonly queries: QueryBus,
    private readonly clock: WallClock,
  ) {}

  /**
   * The id of the customer here: of the one that it was merged into, if it was. It is found by the id at the provider, as the seller imported
   * it, else found or created by its e-mail address. Who pays again after having been deleted is a new customer; `paidAt` is when, and is
   * left out for something new.
   */
  async of(connector: ReportingConnector, ref: string, paidAt?: string): Promise<string> {
    const object = await this.objects.find(connector.id, 'customer', ref);
    const resultId = object?.resultId ?? null;
    const known = resultId === null ? undefined : await this.stillThere(resultId, ref, paidAt);
    if (known !== undefined) return known;
    const imported = await this.imported(connector, ref);
    if (imported !== undefined) {
      await this.identify(connector, ref, imported, resultId ?? undefined);
      return imported;
    }
    const update = object?.reported.customer?.update;
    if (!object || !update)
      throw new NotNow(waiting('customer_unknown', `The e-mail address of the customer ${ref} is not known yet.`));
    const { email, name } = contactOf(update);
    if (email === null) throw new NotNow(failed('email_missing', `The customer ${ref} has no e-mail address.`));
    const id = await this.commands.execute(new EnsureCustomer(connector.organizationId, { email, name }));
    await this.objects.link(object.id, id, resultId ?? undefined);
    await this.objects.settleEmail(object.id, email);
    return id;
  }

  /** Stores who a customer at the provider is here, unless that is known. The provider may have told nothing about the customer. */
  async identify(
    { id: connectorId, organizationId }: Pick<ReportingConnector, 'id' | 'organizationId'>,
    ref: string,
    customerId: string,
    insteadOf?: string,
  ): Promise<ObjectOf<'customer'>> {
    const nothing = { kind: 'customer', ref, email: null, name: null } as const;
    const event = { id: newId(), organizationId, connectorId };
    const [object] = await this.objects.merge(event, [nothing], BEFORE_ALL_EVENTS, this.clock.now());
    await this.objects.link(object!.id, customerId, insteadOf);
    return object as ObjectOf<'customer'>;
  }

  private async imported({ organizationId }: ReportingConnector, ref: string): Promise<string | undefined> {
    const [found] = await this.queries.execute(new FindCustomersByExternalId([organizationId], idsHereOf(ref)));
    return found?.id;
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
