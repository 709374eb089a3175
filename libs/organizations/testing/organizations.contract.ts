import { BadRequest, ValidationFailed, newId, ResourceNotFound } from '#kernel';
import type { Organization } from '../src/domain/organization.ts';
import type { Organizations } from '../src/domain/organizations.ts';
import { anOrganization } from './organization.builder.ts';

export interface OpenedOrganizations {
  readonly organizations: Organizations;
  /** Creates a user and returns its id. */
  newUser(): Promise<string>;
  /** Names of the recorded events of an organization, oldest first. */
  eventsOf(id: string): Promise<string[]>;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-20T12:00:00.123Z');

/** The fields of the aggregate, without those that an implementation adds. */
const fieldsOf = (organization: Organization): object =>
  structuredClone({ ...organization, recorded: undefined, modified_at: undefined });

/** The contract of every implementation of the port, for organizations. */
export function organizationsContract(storage: string, open: () => Promise<OpenedOrganizations>): void {
  describe(`organizations in ${storage}`, () => {
    let opened: OpenedOrganizations;
    let organizations: Organizations;
    let owner: string;
    let other: string;
    beforeAll(async () => {
      opened = await open();
      organizations = opened.organizations;
      [owner, other] = [await opened.newUser(), await opened.newUser()];
    });
    afterAll(() => opened.close());

    const stored = async (builder = anOrganization()): Promise<{ id: string; slug: string }> => {
      const organization = builder.with({ ownerId: owner, slug: `acme-${newId()}` }).build();
      await organizations.add(organization);
      return { id: organization.id, slug: organization.slug };
    };

    test('every field of an organization is stored', async () => {
      const details = { about: 'Software', selling_categories: ['a'] };
      const legalEntity = { type: 'individual' };
      const { id } = await stored(anOrganization().with({ details, legalEntity }).withMember(other, 'finance').movedTo('review'));
      const changes = {
        profile: { email: 'a@example.com', website: 'https://example.com/', country: 'DE', socials: ['https://x.com/a'] },
        features: { overview_metrics: ['revenue'] },
      };
      const before = await organizations.change({ id }, (organization) => {
        organization.update(changes, NOW);
        return fieldsOf(organization);
      });
      await organizations.change({ id }, (organization) => {
        expect(fieldsOf(organization)).toMatchObject(before);
      });
    });

    test('an organization is found by id and by slug', async () => {
      const { id, slug } = await stored();
      expect(await organizations.change({ id }, (found) => found.slug)).toBe(slug);
      expect(await organizations.change({ slug: slug.toUpperCase() }, (found) => found.id)).toBe(id);
      for (const which of [{ id: newId() }, { slug: 'nobody' }]) {
        await expect(organizations.change(which, () => undefined)).rejects.toThrow(ResourceNotFound);
      }
    });

    test('a change is stored together with its event, and a rejected change stores nothing', async () => {
      const { id } = await stored();
      await organizations.change({ id }, (organization) => organization.moveTo('review', NOW));
      await expect(organizations.change({ id }, (organization) => organization.moveTo('offboarded', NOW))).rejects.toThrow(
        BadRequest,
      );
      expect(await organizations.change({ id }, ({ status, statusChangedAt }) => [status, statusChangedAt])).toEqual([
        'review',
        NOW,
      ]);
      expect(await opened.eventsOf(id)).toEqual(['organization.updated']);
    });

    test('members are added, change roles and are removed', async () => {
      const { id } = await stored(anOrganization().withMember(other, 'member'));
      const third = await opened.newUser();
      const members = () => organizations.change({ id }, (organization) => organization.members);
      expect(await members()).toEqual({ [owner]: 'owner', [other]: 'member' });
      await organizations.change({ id }, (organization) => {
        organization.setMemberRole(other, 'owner');
        organization.setMemberRole(third, 'finance');
        organization.removeMember(owner);
      });
      expect(await members()).toEqual({ [other]: 'owner', [third]: 'finance' });
    });

    test('of two owners who are removed concurrently, one remains', async () => {
      const { id } = await stored(anOrganization().withMember(other, 'owner'));
      const outcomes = await Promise.allSettled(
        [owner, other].map((userId) => organizations.change({ id }, (organization) => organization.removeMember(userId))),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    test('of ten concurrent additions with the same slug, one succeeds', async () => {
      const slug = `wanted-${newId()}`;
      const added = Array.from({ length: 10 }, () => organizations.add(anOrganization().with({ slug, ownerId: owner }).build()));
      const outcomes = await Promise.allSettled(added);
      const rejected = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as ValidationFailed] : []));
      expect(rejected).toHaveLength(9);
      expect(rejected.every((reason) => reason instanceof ValidationFailed && reason.errors[0]?.path[0] === 'slug')).toBe(true);
    });
  });
}
