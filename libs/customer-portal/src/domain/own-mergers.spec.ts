import { ValidationFailed } from '#kernel';
import { aCustomer } from '../../testing/customer.builder.ts';
import { aMember } from '../../testing/team.builder.ts';
import type { Customer } from './customer.ts';
import type { Member } from './member.ts';
import { mergeIntoOwn, type ProvenUser } from './own-mergers.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

const merge = (source: Customer, target: Customer, members: readonly Member[], proof: Partial<ProvenUser> = {}) =>
  mergeIntoOwn(
    { source, target, members, ofTarget: [aMember().owning().build(target.id)] },
    { memberId: null, emailKey: source.emailKey!, ...proof },
    NOW,
  );
function refusalOf(attempt: () => void): unknown {
  try {
    attempt();
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return error.errors.map(({ path, message, type }) => [path.join('.'), type, message])[0];
  }
  return null;
}
const eventsOf = (customer: Customer) => customer.pullEvents().map(({ name }) => name);

type People = Readonly<Record<'owner' | 'holder', Member>>;

const UNUSABLE = ['code', 'invalid', 'This code is invalid or has expired.'];
const NOT_AN_INDIVIDUAL = [
  'code',
  'value_error',
  'This code is not that of an individual customer without other members, so it cannot be merged.',
];

test.each([
  ['its owner', (owner: Member) => owner.id],
  ['the customer itself', () => null],
])('a customer merges another one, whose address signs in from then on, with the code of %s', (_whose, memberOf) => {
  const [source, target] = [aCustomer().build(), aCustomer().build()];
  const owner = aMember().owning().build(source.id);
  merge(source, target, [owner], { memberId: memberOf(owner) });
  expect(source.snapshot).toMatchObject({ mergedInto: target.id, aliasSignsIn: true });
  expect(eventsOf(source)).toEqual(['customer.updated', 'customer.merged']);
  expect(target.type).toBe('individual');
});

test('a code that was mailed to an alias does not verify the address of the customer', () => {
  const [source, target] = [aCustomer().build(), aCustomer().build()];
  merge(source, target, [aMember().owning().build(source.id)], { emailKey: 'alias@example.com' });
  expect(source.snapshot).toMatchObject({ mergedInto: target.id, aliasSignsIn: false });
});

describe('nothing is merged', () => {
  const individual = () => aCustomer().build();

  test('if the customer is gone', () => {
    const gone = individual();
    gone.delete(NOW);
    expect(refusalOf(() => merge(gone, individual(), []))).toEqual(UNUSABLE);
    expect(refusalOf(() => mergeIntoOwn(undefined, { memberId: null, emailKey: 'a@example.com' }, NOW))).toEqual(UNUSABLE);
  });

  test('into a customer that is a team, nor into itself', () => {
    const own = individual();
    expect(refusalOf(() => merge(individual(), aCustomer().team().build(), []))).toEqual([
      'code',
      'value_error',
      'Only an individual customer can merge another one into itself.',
    ]);
    expect(refusalOf(() => merge(own, own, []))).toEqual(['code', 'value_error', 'This is your account already.']);
  });

  test.each([
    ['of the owner of a team', aCustomer().team(), 0, ({ owner }: People) => owner],
    ['of a holder of a seat', aCustomer(), 1, ({ holder }: People) => holder],
    ['of the owner, beside whom somebody holds a seat', aCustomer(), 1, ({ owner }: People) => owner],
    ['of a member who has left', aCustomer(), 0, ({ holder }: People) => holder],
  ])('with the code %s', (_whose, builder, others, who) => {
    const [source, target] = [builder.build(), individual()];
    const people = { owner: aMember().owning().build(source.id), holder: aMember().build(source.id) };
    const members = [people.owner, people.holder].slice(0, 1 + others);
    const { id: memberId, emailKey } = who(people);
    expect(refusalOf(() => merge(source, target, members, { memberId, emailKey }))).toEqual(NOT_AN_INDIVIDUAL);
    expect([source.isDeleted, eventsOf(source), eventsOf(target)]).toEqual([false, [], []]);
  });
});
