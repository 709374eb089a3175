import { DomainEvent } from '#kernel';
import type { OrganizationStatus } from './organization-status.ts';

type Updated = { readonly slug: string; readonly status: OrganizationStatus };

/** Details, settings or status changed. */
export class OrganizationUpdated extends DomainEvent<'organization.updated', Updated> {
  readonly name = 'organization.updated';

  constructor(organizationId: string, at: Date, payload: Updated) {
    super(organizationId, organizationId, at, payload);
  }
}
