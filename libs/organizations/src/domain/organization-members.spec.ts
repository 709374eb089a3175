import { newId, NotPermitted } from '#kernel';
import { anOrganization, OWNER } from '../../testing/organization.builder.ts';
import { LastOwner, UserNotMemberOfOrganization } from './organization.errors.ts';
import { InvitationNotFound, MOST_INVITATIONS, OnlyOwners, TooManyInvitations, UserAlreadyMember } from './member-invitation.ts';

const [ADMIN, MEMBER, STRANGER] = [newId(), newId(), newId()];
const NOW = new Date('2026-11-25T12:00:00Z');
const later = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000);
const organization = () => anOrganization().withMember(ADMIN, 'admin').withMember(MEMBER, 'member').build();
const grace = { userId: STRANGER, email: 'Grace@example.com', role: 'member' } as const;

test('admins change and remove members, but not owners', () => {
  const acme = organization();
  acme.changeRole(ADMIN, MEMBER, 'finance', NOW);
  expect(acme.snapshot.members[MEMBER]).toBe('finance');
  expect(() => acme.changeRole(ADMIN, MEMBER, 'owner', NOW)).toThrow(OnlyOwners);
  expect(() => acme.changeRole(ADMIN, OWNER, 'member', NOW)).toThrow(OnlyOwners);
  expect(() => acme.dismissMember(ADMIN, OWNER, NOW)).toThrow(OnlyOwners);
  expect(() => acme.changeRole(ADMIN, STRANGER, 'member', NOW)).toThrow(UserNotMemberOfOrganization);
  acme.dismissMember(ADMIN, MEMBER, NOW);
  expect(Object.keys(acme.snapshot.members)).toEqual([OWNER, ADMIN]);
});

test('members leave, but not the last owner', () => {
  const acme = organization();
  acme.dismissMember(MEMBER, MEMBER, NOW);
  expect(() => acme.dismissMember(OWNER, OWNER, NOW)).toThrow(LastOwner);
  expect(() => acme.changeRole(OWNER, OWNER, 'admin', NOW)).toThrow(LastOwner);
});

test('an owner makes another member the owner and stays as an admin', () => {
  const acme = organization();
  expect(() => acme.transferOwnership(ADMIN, MEMBER, NOW)).toThrow(OnlyOwners);
  expect(() => acme.transferOwnership(OWNER, STRANGER, NOW)).toThrow(UserNotMemberOfOrganization);
  acme.transferOwnership(OWNER, MEMBER, NOW);
  expect(acme.snapshot.members).toEqual({ [OWNER]: 'admin', [ADMIN]: 'admin', [MEMBER]: 'owner' });
});

test('owners end the credentials of members and owners, their own too; nobody else does', () => {
  const acme = organization();
  for (const by of [ADMIN, MEMBER, STRANGER]) expect(() => acme.endCredentialsOf(by, MEMBER, NOW)).toThrow(NotPermitted);
  expect(() => acme.endCredentialsOf(OWNER, STRANGER, NOW)).toThrow(UserNotMemberOfOrganization);
  acme.endCredentialsOf(OWNER, MEMBER, NOW);
  acme.endCredentialsOf(OWNER, OWNER, later(1));
  expect(acme.snapshot.credentialsEndedAt).toEqual({ [MEMBER]: NOW, [OWNER]: later(1) });
  acme.dismissMember(OWNER, MEMBER, NOW);
  acme.join(MEMBER, 'member', NOW);
  expect(acme.snapshot.credentialsEndedAt).toEqual({ [OWNER]: later(1) });
});

test('whoever signs in through the provider of the organization joins it, and keeps a role that they have', () => {
  const acme = organization();
  for (const userId of [STRANGER, ADMIN, OWNER]) acme.join(userId, 'finance', NOW);
  expect(acme.snapshot.members).toEqual({ [OWNER]: 'owner', [ADMIN]: 'admin', [MEMBER]: 'member', [STRANGER]: 'finance' });
});

test('each change of the members is told once', () => {
  const acme = organization();
  const told = () => acme.pullEvents().map(({ name, payload }) => [name, payload]);
  acme.join(STRANGER, 'member', NOW);
  acme.join(STRANGER, 'admin', NOW);
  acme.setMemberRole(MEMBER, 'member', NOW);
  expect(told()).toEqual([['organization_member.joined', { user_id: STRANGER, role: 'member' }]]);
  acme.transferOwnership(OWNER, ADMIN, NOW);
  expect(told()).toEqual([
    ['organization_member.updated', { user_id: OWNER, role: 'admin' }],
    ['organization_member.updated', { user_id: ADMIN, role: 'owner' }],
  ]);
  acme.dismissMember(OWNER, OWNER, NOW);
  expect(told()).toEqual([['organization_member.removed', { user_id: OWNER, role: 'admin' }]]);
});

test('whoever has the invited address accepts within seven days, once', () => {
  const acme = organization();
  const id = acme.invite(ADMIN, grace, NOW);
  expect(acme.pullEvents().map(({ payload }) => payload)).toEqual([{ invitation_id: id }]);
  expect(() => acme.acceptInvitation(id, { id: STRANGER, email: 'other@example.com' }, NOW)).toThrow(InvitationNotFound);
  expect(() => acme.acceptInvitation(id, { id: STRANGER, email: grace.email }, later(7))).toThrow(InvitationNotFound);
  acme.acceptInvitation(id, { id: STRANGER, email: 'grace@EXAMPLE.com' }, later(6));
  expect(acme.snapshot.members[STRANGER]).toBe('member');
  expect(() => acme.acceptInvitation(id, { id: STRANGER, email: grace.email }, later(6))).toThrow(InvitationNotFound);
  expect(() => acme.invite(ADMIN, grace, NOW)).toThrow(UserAlreadyMember);
});

test('an invitation is replaced, sent again and revoked', () => {
  const acme = organization();
  const first = acme.invite(ADMIN, grace, NOW);
  const second = acme.invite(OWNER, { ...grace, role: 'owner' }, NOW);
  expect(() => acme.resendInvitation(first, NOW)).toThrow(InvitationNotFound);
  acme.resendInvitation(second, later(6));
  expect(acme.invitation(second, later(12)).role).toBe('owner');
  acme.revokeInvitation(second, NOW);
  expect(acme.snapshot.invitations).toEqual([]);
});

test('only owners invite owners, and there is a limit', () => {
  const acme = organization();
  expect(() => acme.invite(ADMIN, { ...grace, role: 'owner' }, NOW)).toThrow(OnlyOwners);
  for (let count = 0; count < MOST_INVITATIONS; count++) {
    acme.invite(ADMIN, { userId: newId(), email: `${count}@example.com`, role: 'member' }, NOW);
  }
  expect(() => acme.invite(ADMIN, grace, NOW)).toThrow(TooManyInvitations);
  expect(() => acme.invite(ADMIN, grace, later(8))).not.toThrow();
});
