import { newId, ResourceNotFound } from '#kernel';
import { User } from '../src/domain/user.ts';
import type { Users } from '../src/domain/users.ts';

export interface OpenedUsers {
  readonly users: Users;
  close(): Promise<void>;
}

const NOW = new Date('2026-11-20T12:00:00.123Z');

/** The contract of every implementation of the port, for users. */
export function usersContract(storage: string, open: () => Promise<OpenedUsers>): void {
  describe(`users in ${storage}`, () => {
    let opened: OpenedUsers;
    let users: Users;
    beforeAll(async () => {
      opened = await open();
      users = opened.users;
    });
    afterAll(() => opened.close());

    test('an email address has one user, regardless of case and of repeated registration', async () => {
      const local = newId();
      const emails = [`${local}@example.com`, `${local.toUpperCase()}@example.com`, `${local}@EXAMPLE.com`];
      const ids = await Promise.all(emails.map((email) => users.register(User.create(email))));
      expect(new Set(ids).size).toBe(1);
      expect(await users.change({ email: emails[1]! }, ({ id }) => id)).toBe(ids[0]);
    });

    test('a change is visible to the next change', async () => {
      const email = `${newId()}@example.com`;
      const id = await users.register(User.create(email));
      await users.change({ id }, (user) => user.block(NOW));
      expect(await users.change({ email }, ({ snapshot: { blockedAt } }) => blockedAt)).toEqual(NOW);
      await users.change({ email }, (user) => user.unblock());
      expect(await users.change({ id }, ({ snapshot: { blockedAt } }) => blockedAt)).toBeNull();
    });

    test('unknown users are not found', async () => {
      for (const which of [{ id: newId() }, { email: 'nobody@example.com' }]) {
        await expect(users.change(which, () => undefined)).rejects.toThrow(ResourceNotFound);
      }
    });
  });
}
