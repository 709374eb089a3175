import { Query } from '@nestjs/cqrs';
import type { PublicOrganizationView } from './public-organization.view.ts';

/** What everybody may know of an organization; undefined where there is none, or it is blocked. */
export class FindPublicOrganization extends Query<PublicOrganizationView | undefined> {
  constructor(readonly slug: string) {
    super();
  }
}
