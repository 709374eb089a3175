import { type DomainEvent, ResourceNotFound, type Sync } from '#kernel';
import { slugTaken } from '../src/domain/organization.errors.ts';
import type { Organization } from '../src/domain/organization.ts';
import { Organizations, type WhichOrganization } from '../src/domain/organizations.ts';

export class InMemoryOrganizations extends Organizations {
  readonly events: DomainEvent[] = [];
  private readonly bySlug = new Map<string, Organization>();

  async add(organization: Organization): Promise<void> {
    if (this.bySlug.has(organization.slug)) throw slugTaken(organization.slug);
    this.bySlug.set(organization.slug, organization);
    this.events.push(...organization.pullEvents());
  }

  async change<T>(which: WhichOrganization, by: (organization: Organization) => Sync<T>): Promise<T> {
    const organization = [...this.bySlug.values()].find(({ id, slug }) =>
      'id' in which ? which.id === id : which.slug.toLowerCase() === slug,
    );
    if (!organization) throw new ResourceNotFound();
    const outcome = by(organization);
    this.events.push(...organization.pullEvents());
    return outcome as T;
  }
}
