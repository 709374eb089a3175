import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindOrganizations } from '#organizations/contract';
import { PortalUrl } from '#support/mails';

/** The page of the customer portal of an organization on which the code of a device is typed. */
export class GetDevicePage extends Query<string> {
  constructor(readonly organizationId: string) {
    super();
  }
}

@QueryHandler(GetDevicePage)
export class GetDevicePageHandler implements IQueryHandler<GetDevicePage> {
  constructor(
    private readonly queries: QueryBus,
    private readonly portal: PortalUrl,
  ) {}

  async execute({ organizationId }: GetDevicePage): Promise<string> {
    const organizations = await this.queries.execute(new FindOrganizations([organizationId]));
    return `${this.portal.portalUrl}/portal/${organizations.get(organizationId)!.slug}/device`;
  }
}
