import { User } from './user.ts';

test('a user stays blocked since the first time, until unblocked', () => {
  const [first, second] = [new Date('2026-01-01T00:00:00Z'), new Date('2026-01-02T00:00:00Z')];
  const user = User.create('someone@example.com');
  user.block(first);
  user.block(second);
  expect(user.snapshot.blockedAt).toEqual(first);
  user.unblock();
  expect(user.snapshot.blockedAt).toBeNull();
});
