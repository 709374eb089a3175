import { ValidationFailed, newId, NotPermitted, ResourceNotFound } from '#kernel';
import { aMember, aTeam } from '../../testing/index.ts';
import { MemberNotFound } from './member.errors.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

/** The paths of the field errors that are thrown, or the name of another error. */
function errorName(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof ValidationFailed) return error.errors.map(({ part = 'body', path }) => [part, ...path].join('.')).join();
    return (error as Error).constructor.name;
  }
  return 'none';
}

const eventNames = (...members: ReturnType<ReturnType<typeof aMember>['build']>[]) =>
  members.flatMap((member) => member.pullEvents()).map(({ name, payload }) => [name, payload['changed']]);

describe('adding a member', () => {
  test('adds the member and records its creation', () => {
    const team = aTeam().build();
    const member = team.addMember({ email: 'Ada@example.com', name: 'Ada', externalId: 'a', role: 'member' }, NOW);
    expect(member).toMatchObject({ email: 'Ada@example.com', emailKey: 'ada@example.com', name: 'Ada', externalId: 'a' });
    expect(team.addedMembers).toEqual([member]);
    expect(eventNames(member)).toEqual([['member.created', undefined]]);
  });

  test('returns an existing member unchanged', () => {
    const ada = aMember().withEmail('ada@example.com').named('Ada').build();
    const team = aTeam(ada).build();
    expect(team.addMember({ email: 'ADA@example.com', name: 'Other', role: 'billing_manager' }, NOW)).toBe(ada);
    expect([ada.name, ada.role, eventNames(ada), team.addedMembers]).toEqual(['Ada', 'member', [], []]);
  });

  test('rejects an external id that is in use', () => {
    const team = aTeam(aMember().withExternalId('a').build()).build();
    expect(errorName(() => team.addMember({ email: 'new@example.com', externalId: 'a', role: 'member' }, NOW))).toBe(
      'body.externalId',
    );
    expect(team.addedMembers).toEqual([]);
  });

  test('rejects the role of the owner', () => {
    expect(errorName(() => aTeam().build().addMember({ email: 'new@example.com', role: 'owner' }, NOW))).toBe('body.role');
  });

  test('to an individual customer is rejected unless it has no members', () => {
    const newcomer = { email: 'new@example.com', role: 'member' } as const;
    expect(errorName(() => aTeam(aMember().owning().build()).ofIndividual().build().addMember(newcomer, NOW))).toBe(
      'NotPermitted',
    );
    expect(errorName(() => aTeam().ofIndividual().withOtherMembers().build().addMember(newcomer, NOW))).toBe('NotPermitted');
    expect(errorName(() => aTeam().ofIndividual().build().addMember(newcomer, NOW))).toBe('none');
  });
});

describe('ensuring a member', () => {
  const ada = () => aMember().withEmail('ada@example.com').withExternalId('a').build();

  test.each([
    ['an external id', { externalId: 'a' }],
    ['an address', { email: 'ADA@example.com' }],
    ['both', { externalId: 'a', email: 'ada@EXAMPLE.com' }],
  ])('finds a member by %s', (_by, person) => {
    const member = ada();
    expect(aTeam(member).build().ensureMembers([person], NOW)).toEqual([member]);
  });

  test('finds a member by id or throws', () => {
    const member = ada();
    const team = aTeam(member).build();
    expect(team.ensureMembers([{ id: member.id, email: 'other@example.com' }], NOW)).toEqual([member]);
    expect(errorName(() => team.ensureMembers([{ id: newId(), email: 'new@example.com' }], NOW))).toBe('MemberNotFound');
    expect(errorName(() => team.ensureMembers([{ externalId: 'b' }], NOW))).toBe('MemberNotFound');
    expect(errorName(() => team.ensureMembers([{}], NOW))).toBe('MemberNotFound');
  });

  test('adds a member once, also to an individual customer', () => {
    const team = aTeam(ada()).ofIndividual().build();
    const newcomer = { email: 'new@example.com', externalId: 'n', name: 'New' };
    const [member, again] = team.ensureMembers([newcomer, { email: 'NEW@example.com' }], NOW);
    expect(member).toMatchObject({ role: 'member', externalId: 'n', name: 'New' });
    expect(again).toBe(member);
    expect(team.ensureMembers([{ externalId: 'n' }], NOW)).toEqual([member]);
    expect(team.addedMembers).toEqual([member]);
  });

  test('sets a missing external id and rejects a different one', () => {
    const grace = aMember().withEmail('grace@example.com').build();
    const team = aTeam(ada(), grace).build();
    expect(team.ensureMembers([{ email: 'grace@example.com', externalId: 'g' }], NOW)).toEqual([grace]);
    expect(eventNames(grace)).toEqual([['member.updated', ['external_id']]]);
    for (const externalId of ['other', 'a']) {
      expect(errorName(() => team.ensureMembers([{ email: 'grace@example.com', externalId }], NOW))).toBe('MemberEmailMismatch');
    }
    expect(errorName(() => team.ensureMembers([{ email: 'new@example.com', externalId: 'a' }], NOW))).toBe('MemberEmailMismatch');
  });

  test('changes nothing if one of the people is rejected, and names its place', () => {
    const grace = aMember().withEmail('grace@example.com').build();
    const team = aTeam(ada(), grace).build();
    const people = [{ email: 'new@example.com' }, { email: 'grace@example.com', externalId: 'g' }, { externalId: 'unknown' }];
    expect(() => team.ensureMembers(people, NOW)).toThrow(new MemberNotFound(2));
    expect([team.addedMembers, grace.externalId, eventNames(grace)]).toEqual([[], null, []]);
  });

  test('of the same person twice, with an external id the second time, adds one', () => {
    const team = aTeam().build();
    const people = [{ email: 'new@example.com' }, { email: 'new@example.com', externalId: 'n' }];
    const [member, again] = team.ensureMembers(people, NOW);
    expect([again, member?.externalId, eventNames(member!)]).toEqual([member, 'n', [['member.created', undefined]]]);
    const others = [
      { email: 'b@example.com', externalId: 'b' },
      { email: 'c@example.com', externalId: 'b' },
    ];
    expect(errorName(() => team.ensureMembers(others, NOW))).toBe('MemberEmailMismatch');
  });
});

describe('a member', () => {
  test('changes the given fields and records nothing if they are equal', () => {
    const ada = aMember().named('Ada').build();
    const team = aTeam(ada).build();
    team.change(ada, { name: null, email: null, role: null }, NOW);
    team.change(ada, { name: 'Ada', role: 'member', email: ada.email }, NOW);
    expect(eventNames(ada)).toEqual([]);
    team.change(ada, { name: 'Grace', email: 'grace@example.com', role: 'billing_manager' }, NOW);
    expect(eventNames(ada)).toEqual([['member.updated', ['email', 'name', 'role']]]);
  });

  test('cannot have the address of another member, but can change the case of its own', () => {
    const [ada, grace] = [aMember().withEmail('ada@example.com').build(), aMember().withEmail('grace@example.com').build()];
    const team = aTeam(ada, grace).build();
    expect(errorName(() => team.change(ada, { email: 'GRACE@example.com', name: 'Other' }, NOW))).toBe('body.email');
    team.change(ada, { email: 'Ada@example.com' }, NOW);
    expect([ada.email, ada.name]).toEqual(['Ada@example.com', null]);
  });

  test('replaces the owner, who becomes a billing manager', () => {
    const [owner, ada] = [aMember().owning().build(), aMember().build()];
    const team = aTeam(owner, ada).build();
    team.change(ada, { role: 'owner' }, NOW);
    expect([owner.role, ada.role]).toEqual(['billing_manager', 'owner']);
    expect(eventNames(owner, ada)).toEqual([
      ['member.updated', ['role']],
      ['member.updated', ['role']],
    ]);
  });

  test('that is the only owner keeps the role', () => {
    const owner = aMember().owning().build();
    const team = aTeam(owner).build();
    expect(errorName(() => team.change(owner, { role: 'member', name: 'Other' }, NOW))).toBe('body.role');
    expect(errorName(() => team.remove(owner, NOW))).toBe('body');
    expect([owner.role, owner.name, owner.isDeleted]).toEqual(['owner', null, false]);
    team.change(owner, { role: 'owner' }, NOW);
    expect(eventNames(owner)).toEqual([]);
  });

  test('is not found after it was removed', () => {
    const ada = aMember().withExternalId('a').build();
    const team = aTeam(ada).build();
    team.remove(team.member({ externalId: 'a' }), NOW);
    expect(eventNames(ada)).toEqual([['member.deleted', undefined]]);
    expect(() => team.member({ id: ada.id })).toThrow(ResourceNotFound);
    expect(team.addMember({ email: ada.email, role: 'member' }, NOW)).not.toBe(ada);
  });

  test('that is removed and anonymized contains no personal data', () => {
    const ada = aMember().withEmail('ada@example.com').named('Ada').withExternalId('ada').build();
    ada.delete(NOW, { anonymize: true });
    expect(JSON.stringify(ada)).not.toMatch(/ada@|"ada"/i);
  });
});

describe('the owner of an individual', () => {
  test('has the e-mail address of the customer', () => {
    const owner = aMember().owning().withEmail('old@example.com').build();
    const team = aTeam(owner).ofIndividual('new@example.com').build();
    expect(errorName(() => team.change(owner, { email: 'else@example.com' }, NOW))).toBe('body.email');
    team.syncEmail(NOW);
    expect(owner.email).toBe('new@example.com');
    // The change of the customer has ended all sessions. Those that were opened since then go on.
    expect(owner.snapshot.sessionGeneration).toBe(0);
  });

  test('keeps its address if another member has the new one or the customer is a team', () => {
    const [owner, other] = [
      aMember().owning().withEmail('old@example.com').build(),
      aMember().withEmail('new@example.com').build(),
    ];
    aTeam(owner, other).ofIndividual('new@example.com').build().syncEmail(NOW);
    aTeam(owner).withEmail('new@example.com').build().syncEmail(NOW);
    aTeam().ofIndividual('new@example.com').build().syncEmail(NOW);
    expect(owner.email).toBe('old@example.com');
  });
});

test('the sessions of a member end with another address', () => {
  const [owner, ada] = [aMember().owning().build(), aMember().withEmail('mistyped@example.com').build()];
  const team = aTeam(owner, ada).build();
  team.change(ada, { name: 'Ada', role: 'billing_manager', email: 'mistyped@example.com' }, NOW);
  expect(ada.snapshot.sessionGeneration).toBe(0);
  team.change(ada, { email: 'ada@example.com' }, NOW);
  expect([ada.snapshot.sessionGeneration, owner.snapshot.sessionGeneration]).toEqual([1, 0]);
});

describe('a change by a member of the team', () => {
  const people = () => {
    const [owner, manager, ada] = [aMember().owning().build(), aMember().managingBilling().build(), aMember().build()];
    return { owner, manager, ada, team: aTeam(owner, manager, ada).build() };
  };

  test('cannot change its own role or remove itself', () => {
    const { owner, manager, team } = people();
    expect(errorName(() => team.changeAs(manager.id, manager, { role: 'member' }, NOW))).toBe('path.id');
    expect(errorName(() => team.changeAs(manager.id, manager, { role: 'owner' }, NOW))).toBe('path.id');
    expect(errorName(() => team.changeAs(owner.id, owner, { role: 'member' }, NOW))).toBe('path.id');
    for (const self of [owner, manager]) expect(errorName(() => team.removeAs(self.id, self, NOW))).toBe('path.id');
    team.changeAs(manager.id, manager, { role: 'billing_manager', name: 'Grace' }, NOW);
    expect(manager.name).toBe('Grace');
  });

  test('can transfer ownership only by the owner', () => {
    const { owner, manager, ada, team } = people();
    expect(errorName(() => team.changeAs(manager.id, ada, { role: 'owner' }, NOW))).toBe('body.role');
    team.changeAs(owner.id, ada, { role: 'owner' }, NOW);
    expect([owner.role, ada.role]).toEqual(['billing_manager', 'owner']);
  });

  test('cannot remove or demote the owner as a billing manager', () => {
    const { owner, manager, ada, team } = people();
    expect(errorName(() => team.changeAs(manager.id, owner, { role: 'member' }, NOW))).toBe('body.role');
    expect(errorName(() => team.removeAs(manager.id, owner, NOW))).toBe('body');
    team.removeAs(manager.id, ada, NOW);
    expect(ada.isDeleted).toBe(true);
  });

  test('is permitted only for team customers', () => {
    expect(() => aTeam().ofIndividual().build().assertTeam()).toThrow(NotPermitted);
    aTeam().build().assertTeam();
  });
});
