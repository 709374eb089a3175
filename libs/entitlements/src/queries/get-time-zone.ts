import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { ResourceNotFound } from '#kernel';
import { FindOrganizations } from '#organizations/contract';

/** The name of the time zone in which days of an organization end. */
export class GetTimeZone extends Query<string> {
  constructor(readonly organizationId: string) {
    super();
  }
}

@QueryHandler(GetTimeZone)
export class GetTimeZoneHandler implements IQueryHandler<GetTimeZone> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ organizationId }: GetTimeZone): Promise<string> {
    const organization = (await this.queries.execute(new FindOrganizations([organizationId]))).get(organizationId);
    if (organization === undefined) throw new ResourceNotFound();
    return organization.timeZone;
  }
}
