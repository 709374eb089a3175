import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { IdentifyCustomers } from '#customer-portal/contract';
import { type Access, ResourceNotFound } from '#kernel';
import type { Position } from '#platform/wire';
import { AuditPages } from './audit-pages.ts';
import { type TimelineView, toTimeline } from './timeline.view.ts';

/** What was changed of a customer and of what belongs to it, newest first. */
export class GetCustomerTimeline extends Query<TimelineView> {
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

  async execute({ access, id, typesIn, page }: GetCustomerTimeline): Promise<TimelineView> {
    const [customer] = await this.queries.execute(new IdentifyCustomers([id]));
    if (!customer || customer.is_deleted || !access.visible.includes(customer.organization_id)) throw new ResourceNotFound();
    const { organization_id: organizationId } = customer;
    const filter = { customer_id: id, resource_types: typesIn(organizationId) };
    return toTimeline(await this.pages.page([organizationId], filter, page));
  }
}
