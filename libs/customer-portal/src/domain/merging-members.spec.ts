import { ValidationFailed } from '#kernel';
import { aCustomer } from '../../testing/customer.builder.ts';
import { aMember } from '../../testing/team.builder.ts';
import type { Customer } from './customer.ts';
import type { Member } from './member.ts';
import { mergeCustomers } from './merging-members.ts';
import { MAX_MERGED_MEMBERS } from './mergers.ts';

const NOW = new Date('2026-11-20T12:00:00Z');

function merged(source: Customer, target: Customer, members: readonly Member[], ofTarget: readonly Member[]) {
  mergeCustomers({ source, target, members, ofTarget }, NOW);
  return members.map(({ snapshot: { customerId, mergedInto, role }, isDeleted }) => ({
    customerId,
    mergedInto,
    isDeleted,
    role,
  }));
}
const ada = () => aMember().withEmail('ada@example.com');

test('the owner of an individual is merged into the owner of another individual', () => {
  const [source, target] = [aCustomer().build(), aCustomer().build()];
  const [owner, remaining] = [ada().owning().build(source.id), aMember().owning().build(target.id)];
  expect(merged(source, target, [owner], [remaining])).toMatchObject([{ mergedInto: remaining.id, isDeleted: true }]);
  expect(owner).toMatchObject({ name: null, externalId: null, email: `${owner.id}@anonymized.invalid` });
  expect(target.type).toBe('individual');
  expect([...owner.pullEvents(), ...remaining.pullEvents()]).toEqual([]);
});

test.each([
  ['a team into a team', aCustomer().team(), aCustomer().team()],
  ['a team into an individual, which becomes a team', aCustomer().team(), aCustomer()],
  ['an individual into a team', aCustomer(), aCustomer().team()],
])('%s: members move with their ids, as plain members', (_what, from, into) => {
  const [source, target] = [from.build(), into.build()];
  const [owner, manager] = [aMember().owning().build(source.id), aMember().managingBilling().build(source.id)];
  const expected = { customerId: target.id, mergedInto: null, isDeleted: false, role: 'member' };
  expect(merged(source, target, [owner, manager], [aMember().owning().build(target.id)])).toEqual([expected, expected]);
  expect(target.type).toBe('team');
  expect(owner.pullEvents()).toMatchObject([{ name: 'member.updated', payload: { customer_id: target.id } }]);
});

describe('members with the same e-mail address', () => {
  test('are one person, whatever the case of the address: the member of the target remains and keeps its role', () => {
    const [source, target] = [aCustomer().team().build(), aCustomer().team().build()];
    const same = aMember().withEmail('ADA@example.com').owning().build(target.id);
    expect(merged(source, target, [ada().withExternalId('ada').build(source.id)], [same])).toMatchObject([
      { mergedInto: same.id, isDeleted: true },
    ]);
    expect(same).toMatchObject({ role: 'owner', externalId: 'ada' });
  });

  test('so are those with the same external id, but nobody is the same as two others', () => {
    const [source, target] = [aCustomer().team().build(), aCustomer().team().build()];
    const [owner, same] = [aMember().owning().build(target.id), ada().withExternalId('ada').build(target.id)];
    const [byEmail, byExternalId] = [ada().build(source.id), aMember().withExternalId('ada').build(source.id)];
    expect(merged(source, target, [byExternalId, byEmail], [owner, same])).toMatchObject([
      { mergedInto: null, customerId: target.id },
      { mergedInto: same.id },
    ]);
    expect(byExternalId.externalId).toBeNull();
    const other = aMember().withExternalId('ada').build(source.id);
    const again = aCustomer().team().build();
    expect(merged(again, target, [other], [owner, same])).toMatchObject([{ mergedInto: same.id }]);
  });
});

test('a customer with too many members is refused', () => {
  const [source, target] = [aCustomer().team().build(), aCustomer().team().build()];
  const members = Array.from({ length: MAX_MERGED_MEMBERS + 1 }, () => aMember().build(source.id));
  expect(() => merged(source, target, members, [])).toThrow(ValidationFailed);
  expect(source.isDeleted).toBe(false);
});
