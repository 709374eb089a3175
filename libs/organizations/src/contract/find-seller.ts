import { Query } from '@nestjs/cqrs';
import type { PublicOrganizationView } from './public-organization.view.ts';

/** The public data of an organization for its customers, even if it is blocked. */
export class FindSeller extends Query<PublicOrganizationView> {
  constructor(readonly organizationId: string) {
    super();
  }
}
