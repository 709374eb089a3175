import type { OrganizationStatus } from '../src/domain/organization-status.ts';
import { type NewOrganization, Organization } from '../src/domain/organization.ts';
import type { Role } from '../src/domain/roles.ts';

export const OWNER = '3d5c0f6e-8a41-4c7b-9f02-6b1d2e3f4a5b';
const BIRTH = new Date('2026-01-01T00:00:00Z');

/** `anOrganization().withMember(userId, 'finance').movedTo('review', 'denied').build()` */
export class OrganizationBuilder {
  private birth: NewOrganization = { slug: 'acme', ownerId: OWNER, sandbox: false, profile: { name: 'Acme' } };
  private readonly steps: ((organization: Organization) => void)[] = [];

  slugged(slug: string): this {
    return this.with({ slug });
  }

  inTheSandbox(): this {
    return this.with({ sandbox: true });
  }

  with(some: Partial<NewOrganization>): this {
    this.birth = { ...this.birth, ...some };
    return this;
  }

  withMember(userId: string, role: Role): this {
    this.steps.push((organization) => organization.appoint(userId, role));
    return this;
  }

  movedTo(...statuses: OrganizationStatus[]): this {
    this.steps.push((organization) => statuses.forEach((status) => organization.moveTo(status, BIRTH)));
    return this;
  }

  /** As it comes from the repository: what happened so far has been told. */
  build(): Organization {
    const organization = Organization.create(this.birth, BIRTH);
    for (const step of this.steps) step(organization);
    organization.pullEvents();
    return organization;
  }
}

export const anOrganization = (): OrganizationBuilder => new OrganizationBuilder();
