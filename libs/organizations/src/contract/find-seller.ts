import { Query } from '@nestjs/cqrs';
import type { PublicOrganizationView } from './public-organization.view.ts';

/** What customers see of the organization that they have bought from; they do so even if it has been blocked since. */
export class FindSeller extends Query<PublicOrganizationView> {
  constructor(readonly organizationId: string) {
    super();
  }
}
