import { type IQueryHandler, Query, QueryBus, QueryHandler } from '@nestjs/cqrs';
import { FindOrganizations, FindUser } from '#organizations/contract';
import type { PortalViewer } from '#platform/auth';
import type { ViewerView } from './session.view.ts';

/** Somebody who looks at the portal of an organization, by name. */
export class GetViewer extends Query<ViewerView> {
  constructor(
    readonly organizationId: string,
    readonly viewer: PortalViewer,
  ) {
    super();
  }
}

@QueryHandler(GetViewer)
export class GetViewerHandler implements IQueryHandler<GetViewer> {
  constructor(private readonly queries: QueryBus) {}

  async execute({ organizationId, viewer: { type, id, isReadOnly, seesSales } }: GetViewer): Promise<ViewerView> {
    const name = type === 'user' ? await this.emailOf(id) : await this.nameOf(organizationId);
    return { type, id, name, read_only: isReadOnly, sees_sales: seesSales };
  }

  private async emailOf(userId: string): Promise<string> {
    return (await this.queries.execute(new FindUser({ id: userId })))!.email;
  }

  private async nameOf(organizationId: string): Promise<string> {
    return (await this.queries.execute(new FindOrganizations([organizationId]))).get(organizationId)!.name;
  }
}
