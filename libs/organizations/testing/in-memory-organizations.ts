import { type DomainEvent, ResourceNotFound, type Sync } from '#kernel';
import { slugTaken, TooManyOrganizations } from '../src/domain/organization.errors.ts';
import type { Organization } from '../src/domain/organization.ts';
import { Organizations, type WhichOrganization } from '../src/domain/organizations.ts';
import { InMemoryUsers } from './in-memory-users.ts';

export class InMemoryOrganizations extends Organizations {
  readonly events: DomainEvent[] = [];
  private readonly bySlug = new Map<string, Organization>();

  constructor(private readonly users = new InMemoryUsers()) {
    super();
  }

  async add(organization: Organization, most: number): Promise<void> {
    if (this.ofQuota(this.users.quotaUserOf(organization.creatorId!)).length >= most) throw new TooManyOrganizations(most);
    if (this.bySlug.has(organization.slug)) throw slugTaken(organization.slug);
    this.bySlug.set(organization.slug, organization);
    this.events.push(...organization.pullEvents());
  }

  async recount(): Promise<void> {}

  /** The organization with which this one is counted. */
  quotaOf(id: string): string {
    const organization = [...this.bySlug.values()].find((each) => each.id === id)!;
    const creatorId = organization.creatorId!;
    return this.users.isTrusted(creatorId) ? id : this.ofQuota(this.users.quotaUserOf(creatorId))[0]!.id;
  }

  private ofQuota(quotaUserId: string): readonly Organization[] {
    return [...this.bySlug.values()].filter(({ creatorId }) => this.users.quotaUserOf(creatorId!) === quotaUserId);
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
