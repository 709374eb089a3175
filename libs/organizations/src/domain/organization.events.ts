import { DomainEvent } from '#kernel';
import type { OrganizationStatus } from './organization-status.ts';

/** Its details, its settings or its status changed. */
export class OrganizationUpdated extends DomainEvent {
  readonly name = 'organization.updated';

  constructor(organizationId: string, at: Date, facts: { readonly slug: string; readonly status: OrganizationStatus }) {
    super(organizationId, organizationId, at, facts);
  }
}
