import { Query } from '@nestjs/cqrs';
import type { PublicOrganizationView } from './public-organization.view.ts';

/** The public data of an organization; undefined if it does not exist or is blocked. */
export class FindPublicOrganization extends Query<PublicOrganizationView | undefined> {
  constructor(readonly slug: string) {
    super();
  }
}
