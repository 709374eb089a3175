import { randomUUID } from 'node:crypto';
import { CustomerAccess, ResourceNotFound } from '#kernel';
import { NOW, secondsAfterNow } from '../../../testing/license-key.builder.ts';
import { DeviceSignIn } from './device-sign-in.ts';
import { SignInDenied, SignInExpired } from './sign-in.errors.ts';

const organizationId = randomUUID();
const member = { id: randomUUID(), role: 'member' } as const;
const access = new CustomerAccess(organizationId, randomUUID(), member);
const begun = () =>
  DeviceSignIn.begin(
    { organizationId, clientId: randomUUID(), digest: Buffer.alloc(32, 1), userCodeDigest: Buffer.alloc(32, 2) },
    NOW,
  );

test('until the customer has decided, the application waits; from then on it gets the access of whoever allowed it, as often as it asks', () => {
  const signIn = begun();
  expect(signIn.ask(secondsAfterNow(5))).toEqual({ intervalSeconds: 5 });
  signIn.decide(true, access, secondsAfterNow(6));
  for (const seconds of [10, 10, 599]) expect(signIn.ask(secondsAfterNow(seconds))).toEqual({ access });
  expect(() => signIn.ask(secondsAfterNow(600))).toThrow(SignInExpired);
});

test('whoever asks too early waits five seconds longer from then on', () => {
  const signIn = begun();
  const askedAt = [0, 4, 5, 15, 29.1];
  const intervals = askedAt.map((seconds) => signIn.ask(secondsAfterNow(seconds)));
  expect(intervals.map((each) => 'intervalSeconds' in each && each.intervalSeconds)).toEqual([5, 5, 10, 10, 10]);
});

test('it is decided once, and not after it has expired', () => {
  const signIn = begun();
  signIn.decide(false, access, secondsAfterNow(599));
  expect(() => signIn.decide(true, access, secondsAfterNow(599))).toThrow(ResourceNotFound);
  expect(() => signIn.ask(secondsAfterNow(599))).toThrow(SignInDenied);
  expect(() => begun().decide(true, access, secondsAfterNow(600))).toThrow(ResourceNotFound);
});
