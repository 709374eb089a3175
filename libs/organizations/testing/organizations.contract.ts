import { BadRequest, ValidationFailed, newId, ResourceNotFound } from '#kernel';
import type { Organization } from '../src/domain/organization.ts';
import { TooManyOrganizations } from '../src/domain/organization.errors.ts';
import type { Organizations } from '../src/domain/organizations.ts';
import { User } from '../src/domain/user.ts';
import type { Users } from '../src/domain/users.ts';
import { anOrganization } from './organization.builder.ts';

export interface OpenedOrganizations {
  readonly organizations: Organizations;
  readonly users: Users;
  /** The organization with which one is counted. */
  quotaOf(id: string): Promise<string>;
  /** Names of the recorded events of an organization, oldest first. */
  eventsOf(id: string): Promise<string[]>;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-20T12:00:00.123Z');

/** The fields of the aggregate, without those that an implementation adds. */
const fieldsOf = ({ snapshot }: Organization): object => ({ ...snapshot, modified_at: undefined });

/** The contract of every implementation of the port, for organizations. */
export function organizationsContract(storage: string, open: () => Promise<OpenedOrganizations>): void {
  describe(`organizations in ${storage}`, () => {
    let opened: OpenedOrganizations;
    let organizations: Organizations;
    let owner: string;
    let other: string;
    const newUser = (quotaUserId: string | null = null) =>
      opened.users.register(User.create(`${newId()}@example.com`, quotaUserId));
    beforeAll(async () => {
      opened = await open();
      organizations = opened.organizations;
      [owner, other] = [await newUser(), await newUser()];
    });
    afterAll(() => opened.close());

    const stored = async (builder = anOrganization()): Promise<{ id: string; slug: string }> => {
      const organization = builder.with({ ownerId: owner, slug: `acme-${newId()}` }).build();
      await organizations.add(organization, Infinity);
      return { id: organization.id, slug: organization.slug };
    };

    test('an organization is found with its members, without being changed', async () => {
      const { id } = await stored(anOrganization().withMember(other, 'finance'));
      expect((await organizations.find(id)).snapshot).toMatchObject({ id, members: { [owner]: 'owner', [other]: 'finance' } });
      await expect(organizations.find(newId())).rejects.toThrow(ResourceNotFound);
    });

    test('a deleted sandbox has no members and no place in the quota, and is removed later; others are not', async () => {
      const creator = await newUser();
      const production = await stored();
      const sandbox = anOrganization()
        .with({ ownerId: creator, slug: `acme-${newId()}`, sandboxOf: production.id })
        .build();
      await organizations.add(sandbox, 1);
      const another = () => anOrganization().with({ ownerId: creator, slug: sandbox.slug }).build();
      await expect(organizations.add(another(), 1)).rejects.toThrow(TooManyOrganizations);
      const refuse = () => {
        throw new BadRequest('No');
      };
      await expect(organizations.deleteSandbox(sandbox.id, refuse)).rejects.toThrow('No');
      await organizations.deleteSandbox(sandbox.id, (found) => found.deleteAsSandboxOf(production.id, NOW));
      expect((await organizations.find(sandbox.id)).snapshot).toMatchObject({ members: {}, creatorId: null, deletedAt: NOW });
      await organizations.add(another(), 1);
      for (const { id } of [sandbox, production]) await organizations.forgetDeleted(id);
      await expect(organizations.find(sandbox.id)).rejects.toThrow(ResourceNotFound);
      expect((await organizations.find(production.id)).id).toBe(production.id);
    });

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
      expect(
        await organizations.change({ id }, ({ snapshot: { status, statusChangedAt } }) => [status, statusChangedAt]),
      ).toEqual(['review', NOW]);
      expect(await opened.eventsOf(id)).toEqual(['organization.updated']);
    });

    test('members are added, change roles and are removed', async () => {
      const { id } = await stored(anOrganization().withMember(other, 'member'));
      const third = await newUser();
      const members = () => organizations.change({ id }, (organization) => organization.snapshot.members);
      expect(await members()).toEqual({ [owner]: 'owner', [other]: 'member' });
      await organizations.change({ id }, (organization) => {
        organization.setMemberRole(other, 'owner', NOW);
        organization.setMemberRole(third, 'finance', NOW);
        organization.removeMember(owner, NOW);
      });
      expect(await members()).toEqual({ [other]: 'owner', [third]: 'finance' });
      const kinds = ['updated', 'joined', 'removed'].map((kind) => `organization_member.${kind}`);
      expect(await opened.eventsOf(id)).toEqual(kinds);
    });

    test('when the credentials of a member ended is kept, until the membership ends', async () => {
      const { id } = await stored(anOrganization().withMember(other, 'member'));
      const ended = () => organizations.change({ id }, (organization) => organization.snapshot.credentialsEndedAt);
      expect(await ended()).toEqual({});
      await organizations.change({ id }, (organization) => organization.endCredentialsOf(owner, other, NOW));
      expect(await ended()).toEqual({ [other]: NOW });
      await organizations.change({ id }, (organization) => organization.setMemberRole(other, 'finance', NOW));
      expect(await ended()).toEqual({ [other]: NOW });
      await organizations.change({ id }, (organization) => organization.removeMember(other, NOW));
      await organizations.change({ id }, (organization) => organization.join(other, 'member', NOW));
      expect(await ended()).toEqual({});
    });

    test('of two owners who are removed concurrently, one remains', async () => {
      const { id } = await stored(anOrganization().withMember(other, 'owner'));
      const outcomes = await Promise.allSettled(
        [owner, other].map((userId) => organizations.change({ id }, (organization) => organization.removeMember(userId, NOW))),
      );
      expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    });

    test('of ten concurrent additions with the same slug, one succeeds', async () => {
      const slug = `wanted-${newId()}`;
      const withSlug = () => anOrganization().with({ slug, ownerId: owner }).build();
      const added = Array.from({ length: 10 }, () => organizations.add(withSlug(), Infinity));
      const outcomes = await Promise.allSettled(added);
      const rejected = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as ValidationFailed] : []));
      expect(rejected).toHaveLength(9);
      expect(rejected.every((reason) => reason instanceof ValidationFailed && reason.errors[0]?.path[0] === 'slug')).toBe(true);
    });

    const made = async (ownerId: string, most = Infinity): Promise<string> => {
      const organization = anOrganization()
        .with({ ownerId, slug: `acme-${newId()}` })
        .build();
      await organizations.add(organization, most);
      return organization.id;
    };

    test('of ten that a user creates at once, no more are stored than the quota has room for', async () => {
      const user = await newUser();
      await made(user);
      const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => made(user, 4)));
      const refusals = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason as unknown] : []));
      expect(refusals).toEqual(Array.from({ length: 7 }, () => new TooManyOrganizations(4)));
      await expect(made(user, 4)).rejects.toThrow(TooManyOrganizations);
      await expect(made(await newUser(), 0)).rejects.toThrow(TooManyOrganizations);
      await made(user);
    });

    test('what a user created counts for them, whoever owns it; what others made them own does not', async () => {
      const [user, successor] = [await newUser(), await newUser()];
      const id = await made(user, 1);
      await organizations.change({ id }, (organization) => {
        organization.setMemberRole(successor, 'member', NOW);
        organization.transferOwnership(user, successor, NOW);
        organization.dismissMember(user, user, NOW);
      });
      await expect(made(user, 1)).rejects.toThrow(TooManyOrganizations);
      await made(successor, 1);
    });

    test('invited users share the quota of who invited them, at once as well, until they or who invited them are trusted', async () => {
      const user = await newUser();
      const [invited, another] = [await newUser(user), await newUser(user)];
      await made(user);
      const outcomes = await Promise.allSettled([user, invited, another].flatMap((each) => [made(each, 2), made(each, 2)]));
      expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await opened.users.change({ id: invited }, (each) => each.trust(NOW));
      await made(invited, 3);
      await expect(made(another, 1)).rejects.toThrow(TooManyOrganizations);
      await opened.users.change({ id: user }, (each) => each.trust(NOW));
      await made(another, 3);
    });

    test('the organizations of a quota are counted together with its oldest one, those of trusted users by themselves', async () => {
      const trust = async (id: string, by: (user: User) => void): Promise<void> => {
        await opened.users.change({ id }, by);
        await organizations.recount(id);
      };
      const user = await newUser();
      const invited = await newUser(user);
      const [alone, first, ofInvited, last] = [await made(owner), await made(user), await made(invited), await made(user)];
      const quotas = () => Promise.all([first, ofInvited, last].map((id) => opened.quotaOf(id)));
      expect(await quotas()).toEqual([first, first, first]);
      expect(await opened.quotaOf(alone)).not.toBe(first);
      await trust(invited, (each) => each.trust(NOW));
      expect(await quotas()).toEqual([first, ofInvited, first]);
      await trust(invited, (each) => each.distrust());
      expect(await quotas()).toEqual([first, first, first]);
      await trust(user, (each) => each.trust(NOW));
      expect(await quotas()).toEqual([first, ofInvited, last]);
      const later = await made(user);
      expect([...(await quotas()), await opened.quotaOf(later)]).toEqual([first, ofInvited, last, later]);
      await trust(user, (each) => each.distrust());
      expect([...(await quotas()), await opened.quotaOf(later)]).toEqual([first, first, first, first]);
    });
  });
}
