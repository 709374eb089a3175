import { ValidationFailed, newId, NotPermitted, ResourceNotFound } from '#kernel';
import { aMember, aTeam } from '../../testing/index.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

/** Where a refusal says that something is wrong, or its name. */
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

describe('who joins', () => {
  test('is a member from then on, and its creation is recorded', () => {
    const team = aTeam().build();
    const member = team.addMember({ email: 'Ada@example.com', name: 'Ada', externalId: 'a', role: 'member' }, NOW);
    expect(member).toMatchObject({ email: 'Ada@example.com', emailKey: 'ada@example.com', name: 'Ada', externalId: 'a' });
    expect(team.addedMembers).toEqual([member]);
    expect(eventNames(member)).toEqual([['member.created', undefined]]);
  });

  test('and is there already stays as it is', () => {
    const ada = aMember().withEmail('ada@example.com').named('Ada').build();
    const team = aTeam(ada).build();
    expect(team.addMember({ email: 'ADA@example.com', name: 'Other', role: 'billing_manager' }, NOW)).toBe(ada);
    expect([ada.name, ada.role, eventNames(ada), team.addedMembers]).toEqual(['Ada', 'member', [], []]);
  });

  test('with a taken external id is refused', () => {
    const team = aTeam(aMember().withExternalId('a').build()).build();
    expect(errorName(() => team.addMember({ email: 'new@example.com', externalId: 'a', role: 'member' }, NOW))).toBe(
      'body.externalId',
    );
    expect(team.addedMembers).toEqual([]);
  });

  test('is not the owner', () => {
    expect(errorName(() => aTeam().build().addMember({ email: 'new@example.com', role: 'owner' }, NOW))).toBe('body.role');
  });

  test('an individual is refused, unless nobody is there', () => {
    const newcomer = { email: 'new@example.com', role: 'member' } as const;
    expect(errorName(() => aTeam(aMember().owning().build()).ofIndividual().build().addMember(newcomer, NOW))).toBe(
      'NotPermitted',
    );
    expect(errorName(() => aTeam().ofIndividual().withOtherMembers().build().addMember(newcomer, NOW))).toBe('NotPermitted');
    expect(errorName(() => aTeam().ofIndividual().build().addMember(newcomer, NOW))).toBe('none');
  });
});

describe('who is enrolled', () => {
  const ada = () => aMember().withEmail('ada@example.com').withExternalId('a').build();

  test.each([
    ['an external id', { externalId: 'a' }],
    ['an address', { email: 'ADA@example.com' }],
    ['both', { externalId: 'a', email: 'ada@EXAMPLE.com' }],
  ])('is found by %s', (_by, person) => {
    const member = ada();
    expect(aTeam(member).build().ensureMember(person, 0, NOW)).toBe(member);
  });

  test('is found by id, or not at all', () => {
    const member = ada();
    const team = aTeam(member).build();
    expect(team.ensureMember({ id: member.id, email: 'other@example.com' }, 0, NOW)).toBe(member);
    expect(errorName(() => team.ensureMember({ id: newId(), email: 'new@example.com' }, 0, NOW))).toBe('MemberNotFound');
    expect(errorName(() => team.ensureMember({ externalId: 'b' }, 0, NOW))).toBe('MemberNotFound');
    expect(errorName(() => team.ensureMember({}, 0, NOW))).toBe('MemberNotFound');
  });

  test('becomes a member, also of an individual, and once', () => {
    const team = aTeam(ada()).ofIndividual().build();
    const member = team.ensureMember({ email: 'new@example.com', externalId: 'n', name: 'New' }, 0, NOW);
    expect(member).toMatchObject({ role: 'member', externalId: 'n', name: 'New' });
    expect(team.ensureMember({ email: 'NEW@example.com' }, 1, NOW)).toBe(member);
    expect(team.ensureMember({ externalId: 'n' }, 2, NOW)).toBe(member);
    expect(team.addedMembers).toEqual([member]);
  });

  test('gets the external id that it did not have, and no other one', () => {
    const grace = aMember().withEmail('grace@example.com').build();
    const team = aTeam(ada(), grace).build();
    expect(team.ensureMember({ email: 'grace@example.com', externalId: 'g' }, 0, NOW)).toBe(grace);
    expect(eventNames(grace)).toEqual([['member.updated', ['external_id']]]);
    for (const externalId of ['other', 'a']) {
      expect(errorName(() => team.ensureMember({ email: 'grace@example.com', externalId }, 3, NOW))).toBe('MemberEmailMismatch');
    }
    expect(errorName(() => team.ensureMember({ email: 'new@example.com', externalId: 'a' }, 3, NOW))).toBe('MemberEmailMismatch');
  });
});

describe('a member', () => {
  test('is changed in what is given, and what is the same tells nobody', () => {
    const ada = aMember().named('Ada').build();
    const team = aTeam(ada).build();
    team.change(ada, { name: null, email: null, role: null }, NOW);
    team.change(ada, { name: 'Ada', role: 'member', email: ada.email }, NOW);
    expect(eventNames(ada)).toEqual([]);
    team.change(ada, { name: 'Grace', email: 'grace@example.com', role: 'billing_manager' }, NOW);
    expect(eventNames(ada)).toEqual([['member.updated', ['email', 'name', 'role']]]);
  });

  test('cannot have the address of another one, but write its own in another way', () => {
    const [ada, grace] = [aMember().withEmail('ada@example.com').build(), aMember().withEmail('grace@example.com').build()];
    const team = aTeam(ada, grace).build();
    expect(errorName(() => team.change(ada, { email: 'GRACE@example.com', name: 'Other' }, NOW))).toBe('body.email');
    team.change(ada, { email: 'Ada@example.com' }, NOW);
    expect([ada.email, ada.name]).toEqual(['Ada@example.com', null]);
  });

  test('becomes the owner in place of the one before', () => {
    const [owner, ada] = [aMember().owning().build(), aMember().build()];
    const team = aTeam(owner, ada).build();
    team.change(ada, { role: 'owner' }, NOW);
    expect([owner.role, ada.role]).toEqual(['billing_manager', 'owner']);
    expect(eventNames(owner, ada)).toEqual([
      ['member.updated', ['role']],
      ['member.updated', ['role']],
    ]);
  });

  test('that owns stays the owner until there is another one', () => {
    const owner = aMember().owning().build();
    const team = aTeam(owner).build();
    expect(errorName(() => team.change(owner, { role: 'member', name: 'Other' }, NOW))).toBe('body.role');
    expect(errorName(() => team.remove(owner, NOW))).toBe('body');
    expect([owner.role, owner.name, owner.isDeleted]).toEqual(['owner', null, false]);
    team.change(owner, { role: 'owner' }, NOW);
    expect(eventNames(owner)).toEqual([]);
  });

  test('is gone once it was removed', () => {
    const ada = aMember().withExternalId('a').build();
    const team = aTeam(ada).build();
    team.remove(team.member({ externalId: 'a' }), NOW);
    expect(eventNames(ada)).toEqual([['member.deleted', undefined]]);
    expect(() => team.member({ id: ada.id })).toThrow(ResourceNotFound);
    expect(team.addMember({ email: ada.email, role: 'member' }, NOW)).not.toBe(ada);
  });

  test('that leaves a customer who is to be forgotten leaves nothing', () => {
    const ada = aMember().withEmail('ada@example.com').named('Ada').withExternalId('ada').build();
    ada.delete(NOW, { anonymize: true });
    expect(JSON.stringify(ada)).not.toMatch(/ada@|"ada"/i);
  });
});

describe('the owner of an individual', () => {
  test('is reached where the customer is, and nowhere else', () => {
    const owner = aMember().owning().withEmail('old@example.com').build();
    const team = aTeam(owner).ofIndividual('new@example.com').build();
    expect(errorName(() => team.change(owner, { email: 'else@example.com' }, NOW))).toBe('body.email');
    team.syncEmail(NOW);
    expect(owner.email).toBe('new@example.com');
  });

  test('keeps its address where another member has the new one, or the customer is a team', () => {
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

describe('in its own team', () => {
  const people = () => {
    const [owner, manager, ada] = [aMember().owning().build(), aMember().managingBilling().build(), aMember().build()];
    return { owner, manager, ada, team: aTeam(owner, manager, ada).build() };
  };

  test('nobody changes its own role, or removes itself', () => {
    const { owner, manager, team } = people();
    expect(errorName(() => team.changeAs(manager.id, manager, { role: 'member' }, NOW))).toBe('path.id');
    expect(errorName(() => team.changeAs(manager.id, manager, { role: 'owner' }, NOW))).toBe('path.id');
    expect(errorName(() => team.changeAs(owner.id, owner, { role: 'member' }, NOW))).toBe('path.id');
    for (const self of [owner, manager]) expect(errorName(() => team.removeAs(self.id, self, NOW))).toBe('path.id');
    team.changeAs(manager.id, manager, { role: 'billing_manager', name: 'Grace' }, NOW);
    expect(manager.name).toBe('Grace');
  });

  test('only the owner hands over what it is', () => {
    const { owner, manager, ada, team } = people();
    expect(errorName(() => team.changeAs(manager.id, ada, { role: 'owner' }, NOW))).toBe('body.role');
    team.changeAs(owner.id, ada, { role: 'owner' }, NOW);
    expect([owner.role, ada.role]).toEqual(['billing_manager', 'owner']);
  });

  test('a billing manager does not get rid of the owner', () => {
    const { owner, manager, ada, team } = people();
    expect(errorName(() => team.changeAs(manager.id, owner, { role: 'member' }, NOW))).toBe('body.role');
    expect(errorName(() => team.removeAs(manager.id, owner, NOW))).toBe('body');
    team.removeAs(manager.id, ada, NOW);
    expect(ada.isDeleted).toBe(true);
  });

  test('only a team has members to be managed', () => {
    expect(() => aTeam().ofIndividual().build().assertTeam()).toThrow(NotPermitted);
    aTeam().build().assertTeam();
  });
});
