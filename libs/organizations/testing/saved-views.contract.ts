import { newId, NotPermitted, ResourceNotFound } from '#kernel';
import { MOST_OWN_VIEWS } from '../src/domain/saved-view.ts';
import { SavedViewNameTaken, TooManySavedViews } from '../src/domain/saved-view.errors.ts';
import type { SavedViews } from '../src/domain/saved-views.ts';
import { aSavedView, LATER } from './saved-view.builder.ts';

export interface OpenedSavedViews {
  readonly views: SavedViews;
  /** An organization with two members. */
  newOrganization(): Promise<{ readonly organizationId: string; readonly owner: string; readonly member: string }>;
  removeMember(organizationId: string, userId: string): Promise<void>;
  close(): Promise<void>;
}

/** The tests that every implementation of the port `SavedViews` passes. */
export function savedViewsContract(storage: string, open: () => Promise<OpenedSavedViews>): void {
  describe(`saved views in ${storage}`, () => {
    let opened: OpenedSavedViews;
    let views: SavedViews;
    let organizationId: string;
    let owner: string;
    let member: string;
    beforeAll(async () => {
      opened = await open();
      views = opened.views;
      ({ organizationId, owner, member } = await opened.newOrganization());
    });
    afterAll(() => opened.close());

    const viewOf = (authorId: string, attributes: Parameters<typeof aSavedView>[0] = {}) =>
      aSavedView({ organizationId, authorId, ownerId: authorId, name: newId(), ...attributes });
    async function stored(...given: Parameters<typeof viewOf>) {
      const view = viewOf(...given);
      await views.add(view);
      return view;
    }
    const by = (userId: string, { id }: { readonly id: string }) => ({ id, organizations: [organizationId], userId });
    const seen = (userId: string, view: { readonly id: string }) => views.change(by(userId, view), ({ snapshot }) => snapshot);

    test('a view is stored as it is, and a change is visible to the next change', async () => {
      const view = await stored(owner, {
        filters: [
          ['customer', 'ada@example.com'],
          ['query', '{"a": 1}'],
        ],
      });
      expect(await seen(owner, view)).toEqual(view.snapshot);
      await views.change(by(owner, view), (each) => each.update({ filters: [] }, LATER));
      expect(await seen(owner, view)).toMatchObject({ filters: [], modifiedAt: LATER });
    });

    test('a view of a user is found by nobody else, a shared one by everybody in the organization', async () => {
      const own = await stored(owner);
      for (const which of [by(member, own), { ...by(owner, own), organizations: [newId()] }])
        await expect(views.remove(which, () => undefined)).rejects.toThrow(ResourceNotFound);
      const shared = await stored(owner, { ownerId: null });
      expect(await seen(member, shared)).toEqual(shared.snapshot);
    });

    test('a removed view is gone; one whose check fails stays', async () => {
      const view = await stored(owner);
      const refused = views.remove(by(owner, view), () => {
        throw new NotPermitted('no');
      });
      await expect(refused).rejects.toThrow('no');
      await views.remove(by(owner, view), () => undefined);
      await expect(views.remove(by(owner, view), () => undefined)).rejects.toThrow(ResourceNotFound);
    });

    test('names differ in each list, of each user, and of what is shared', async () => {
      const name = `Übersicht ${newId()}`;
      await stored(owner, { name });
      await expect(stored(owner, { name: name.toUpperCase() })).rejects.toThrow(SavedViewNameTaken);
      for (const others of [{ list: 'orders' as const }, { authorId: member, ownerId: member }, { ownerId: null }])
        await stored(owner, { name, ...others });
      await expect(stored(member, { name, ownerId: null })).rejects.toThrow(SavedViewNameTaken);
      const other = await stored(owner);
      const renamed = views.change(by(owner, other), (each) => each.update({ name: name.toLowerCase() }, LATER));
      await expect(renamed).rejects.toThrow(SavedViewNameTaken);
      await views.change(by(owner, other), (each) => each.update({ name: other.snapshot.name.toUpperCase() }, LATER));
    });

    test('a user has a limited number of views, even if all are added at once, and others have theirs', async () => {
      const other = await opened.newOrganization();
      const ofMember = () => viewOf(other.member, { organizationId: other.organizationId });
      const all = Array.from({ length: MOST_OWN_VIEWS + 1 }, ofMember);
      const outcomes = await Promise.allSettled(all.map((view) => views.add(view)));
      expect(outcomes.filter(({ status }) => status === 'rejected')).toMatchObject([{ reason: expect.any(TooManySavedViews) }]);
      await views.add(viewOf(other.owner, { organizationId: other.organizationId }));
    });

    test('views end with the membership, but for those that are shared', async () => {
      const [own, shared] = [await stored(member), await stored(member, { ownerId: null })];
      await opened.removeMember(organizationId, member);
      await expect(seen(member, own)).rejects.toThrow(ResourceNotFound);
      expect(await seen(owner, shared)).toEqual(shared.snapshot);
    });
  });
}
