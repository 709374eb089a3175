import type { OrganizationStatus } from '../src/domain/organization-status.ts';
import { type NewOrganization, Organization } from '../src/domain/organization.ts';
import type { Role } from '../src/domain/roles.ts';

export const OWNER = '3d5c0f6e-8a41-4c7b-9f02-6b1d2e3f4a5b';
const CREATED_AT = new Date('2026-01-01T00:00:00Z');

/** `anOrganization().withMember(userId, 'finance').movedTo('review', 'denied').build()` */
export class OrganizationBuilder {
  private attributes: NewOrganization = { slug: 'acme', ownerId: OWNER, sandbox: false, profile: { name: 'Acme' } };
  private readonly steps: ((organization: Organization) => void)[] = [];

  withSlug(slug: string): this {
    return this.with({ slug });
  }

  inTheSandbox(): this {
    return this.with({ sandbox: true });
  }

  with(some: Partial<NewOrganization>): this {
    this.attributes = { ...this.attributes, ...some };
    return this;
  }

  withMember(userId: string, role: Role): this {
    this.steps.push((organization) => organization.setMemberRole(userId, role, CREATED_AT));
    return this;
  }

  movedTo(...statuses: OrganizationStatus[]): this {
    this.steps.push((organization) => statuses.forEach((status) => organization.moveTo(status, CREATED_AT)));
    return this;
  }

  /** As the repository loads it: without recorded events. */
  build(): Organization {
    const organization = Organization.create(this.attributes, CREATED_AT);
    for (const step of this.steps) step(organization);
    organization.pullEvents();
    return organization;
  }
}

export const anOrganization = (): OrganizationBuilder => new OrganizationBuilder();
