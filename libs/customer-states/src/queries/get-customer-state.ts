import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { AmbiguousExternalCustomerID, FindCustomers, FindCustomersByExternalId } from '#customer-portal/contract';
import type { CustomerView } from '#customer-portal/views';
import { type Access, ResourceNotFound } from '#kernel';
import { type StreamedCustomerState, CustomerStates } from './customer-states.ts';

/** A customer with its current subscriptions, benefits and meters. */
export class GetCustomerState extends Query<StreamedCustomerState> {
  constructor(
    readonly access: Access,
    /** Where the caller may not see sales, no subscription is shown. */
    readonly sales: Access,
    readonly which: { readonly id: string } | { readonly externalId: string },
  ) {
    super();
  }
}

@QueryHandler(GetCustomerState)
export class GetCustomerStateHandler implements IQueryHandler<GetCustomerState> {
  constructor(
    private readonly queries: QueryBus,
    private readonly states: CustomerStates,
  ) {}

  async execute({ access: { visible }, sales, which }: GetCustomerState): Promise<StreamedCustomerState> {
    const customer = 'id' in which ? await this.byId(visible, which.id) : await this.byExternalId(visible, which.externalId);
    if (!customer) throw new ResourceNotFound();
    const state = await this.states.of(customer);
    return sales.visible.includes(customer.organization_id) ? state : { ...state, active_subscriptions: [] };
  }

  /** For a customer that was merged, the one that it was merged into is found: its id differs. */
  private async byId(organizations: readonly string[], id: string): Promise<CustomerView | undefined> {
    const customer = (await this.queries.execute(new FindCustomers([id]))).get(id);
    const isCurrent = customer?.id === id && customer.deleted_at === null;
    return isCurrent && organizations.includes(customer.organization_id) ? customer : undefined;
  }

  private async byExternalId(organizations: readonly string[], externalId: string): Promise<CustomerView | undefined> {
    const [customer, another] = await this.queries.execute(new FindCustomersByExternalId(organizations, [externalId]));
    if (another) throw new AmbiguousExternalCustomerID();
    return customer;
  }
}
