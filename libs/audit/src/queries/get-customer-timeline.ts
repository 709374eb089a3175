import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { IdentifyCustomers } from '#customer-portal/contract';
import { type Access, ResourceNotFound } from '#kernel';
import type { Position } from '#platform/wire';
import type { AuditEntryView } from '../contract/audit-entry.view.ts';
import { AuditPages } from './audit-pages.ts';
import type { CustomerTimelineItemView, CustomerTimelineView } from './customer-timeline.view.ts';

/** What was changed of a customer and of what belongs to it, newest first. */
export class GetCustomerTimeline extends Query<CustomerTimelineView> {
  constructor(
    readonly access: Access,
    readonly id: string,
    /** The types of resources that the caller may read in an organization. */
    readonly typesIn: (organizationId: string) => readonly string[],
    readonly page: { readonly after: Position | null; readonly limit: number },
  ) {
    super();
  }
}

@QueryHandler(GetCustomerTimeline)
export class GetCustomerTimelineHandler implements IQueryHandler<GetCustomerTimeline> {
  constructor(
    private readonly queries: QueryBus,
    private readonly pages: AuditPages,
  ) {}

  async execute({ access, id, typesIn, page }: GetCustomerTimeline): Promise<CustomerTimelineView> {
    const [customer] = await this.queries.execute(new IdentifyCustomers([id]));
    if (!customer || customer.is_deleted || !access.visible.includes(customer.organization_id)) throw new ResourceNotFound();
    const { organization_id: organizationId } = customer;
    const filter = { customer_id: id, resource_types: typesIn(organizationId) };
    const { items, next_cursor } = await this.pages.page([organizationId], filter, page);
    return { items: items.map(toItem), next_cursor };
  }
}

/** Without addresses, requests and credentials, which only readers of the audit log see. */
const toItem = ({ id, created_at, operation, action, actor, resource, changes }: AuditEntryView): CustomerTimelineItemView => ({
  id,
  created_at,
  operation,
  action,
  actor: { type: actor.type, id: actor.id },
  resource,
  changes,
});
