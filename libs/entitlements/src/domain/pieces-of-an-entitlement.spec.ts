import fc from 'fast-check';
import { newId } from '#kernel';
import { due, NOW, shown } from '../../testing/purchase.builder.ts';
import type { BenefitGrant } from './benefit-grant.ts';
import { Entitlement, type GrantingPurchase, type GrantUse, MOST_PIECES } from './entitlement.ts';

const KEY = newId();
const EVENT = 1;
const PURCHASE: GrantingPurchase = {
  organizationId: newId(),
  customerId: newId(),
  subscriptionId: newId(),
  orderId: null,
  seats: null,
  entitles: true,
  purchasedAt: null,
  deliverByEmail: null,
};

const each = (quantity: number) => due(KEY, { quantity, isPerPiece: true });
const one = (quantity: number) => due(KEY, { quantity });
const day = (number: number): Date => new Date(NOW.getTime() + number * 86_400_000);

function bought(benefit: ReturnType<typeof due>): Entitlement {
  const entitlement = new Entitlement(PURCHASE, []);
  entitlement.sync([benefit], EVENT, NOW);
  entitlement.pullEvents();
  return entitlement;
}

const granted = ({ grants }: Entitlement): BenefitGrant[] => grants.filter(({ isGranted }) => isGranted);
const inUse = (...grants: readonly (BenefitGrant | undefined)[]): Map<string, GrantUse> =>
  new Map(grants.flatMap((grant): [string, GrantUse][] => (grant ? [[grant.id, 'in_use']] : [])));
const ordinals = (entitlement: Entitlement): (number | null)[] => granted(entitlement).map(({ ordinal }) => ordinal);

test('each piece has a numbered grant of its own, however often the purchase is decided about', () => {
  const entitlement = bought(each(3));
  expect(ordinals(entitlement)).toEqual([1, 2, 3]);
  entitlement.sync([each(3)], EVENT, day(1));
  expect(entitlement.pullEvents()).toEqual([]);
  expect(granted(entitlement).map(({ snapshot: { quantity } }) => quantity)).toEqual([1, 1, 1]);
});

test('otherwise one grant stands for all pieces, and another quantity renews its terms', () => {
  const entitlement = bought(one(5));
  expect(entitlement.grants.map(shown)).toMatchObject([{ quantity: 5, ordinal: null, quantityRevision: 0 }]);
  entitlement.sync([one(2)], EVENT, day(1));
  expect(entitlement.grants.map(shown)).toMatchObject([{ quantity: 2, revision: 2, quantityRevision: 2, expiryRevision: 0 }]);
  expect(entitlement.pullEvents()).toMatchObject([{ name: 'benefit_grant.updated', payload: { terms_renewed: true } }]);
});

test('fewer pieces end those that are not in use, the newest first, and more bring them back', () => {
  const entitlement = bought(each(5));
  const used = inUse(entitlement.grants[4], entitlement.grants[1]);
  expect(entitlement.grantsToChooseFrom([each(5)])).toEqual([]);
  expect(entitlement.grantsToChooseFrom([each(3)])).toEqual(entitlement.grants.map(({ id }) => id));
  entitlement.sync([each(3)], EVENT, day(1), null, used);
  expect(ordinals(entitlement)).toEqual([1, 2, 5]);
  entitlement.sync([each(1)], EVENT, day(2), null, used);
  expect(ordinals(entitlement)).toEqual([2]);
  entitlement.sync([each(6)], EVENT, day(3));
  expect(ordinals(entitlement).sort()).toEqual([1, 2, 3, 4, 5, 6]);
  expect(entitlement.grants).toHaveLength(6);
});

test('a piece whose key was passed on ends last, after those in use', () => {
  const entitlement = bought(each(4));
  const uses = inUse(...entitlement.grants.slice(0, 3)).set(entitlement.grants[3]!.id, 'passed_on');
  entitlement.sync([each(2)], EVENT, day(1), null, uses);
  expect(ordinals(entitlement)).toEqual([1, 4]);
  entitlement.sync([each(1)], EVENT, day(2), null, uses);
  expect(ordinals(entitlement)).toEqual([4]);
});

test('a purchase that returns brings the pieces that it had, and not those that had ended before', () => {
  const entitlement = bought(each(4));
  entitlement.sync([each(2)], EVENT, day(1), null, inUse(entitlement.grants[3]));
  const ended = new Entitlement({ ...PURCHASE, entitles: false }, entitlement.grants);
  ended.sync([each(2)], EVENT, day(2));
  const again = new Entitlement(PURCHASE, ended.grants);
  again.sync([each(2)], EVENT, day(3));
  expect(ordinals(again)).toEqual([1, 4]);
});

test('a piece that was revoked by hand counts: nothing takes its place, and it ends before those that work', () => {
  const entitlement = bought(each(3));
  entitlement.grants[0]!.decideByHand('revoked', EVENT + 1, day(1));
  entitlement.sync([each(3)], EVENT + 2, day(2));
  expect(ordinals(entitlement)).toEqual([2, 3]);
  entitlement.sync([each(2)], EVENT + 3, day(3));
  expect(ordinals(entitlement)).toEqual([2, 3]);
});

test('a benefit may begin and cease to be granted piece by piece', () => {
  const entitlement = bought(one(3));
  entitlement.sync([each(3)], EVENT, day(1));
  expect(entitlement.grants.map(shown)).toMatchObject([1, 2, 3].map((ordinal) => ({ ordinal, quantity: 1, isGranted: true })));
  entitlement.sync([one(3)], EVENT, day(2), null, inUse(entitlement.grants[1]));
  expect(granted(entitlement).map(shown)).toMatchObject([{ id: entitlement.grants[1]!.id, ordinal: null, quantity: 3 }]);
});

test('what is beyond the most pieces stays with the first grant', () => {
  const entitlement = bought(each(MOST_PIECES + 7));
  expect(granted(entitlement)).toHaveLength(MOST_PIECES);
  expect(entitlement.grants.map(({ snapshot: { quantity } }) => quantity).filter((quantity) => quantity > 1)).toEqual([8]);
});

test('the pieces of a benefit pass to the one that replaces it', () => {
  const PRO = newId();
  const entitlement = bought(each(3));
  const ids = entitlement.grants.map(({ id }) => id);
  entitlement.sync([due(PRO, { quantity: 2, isPerPiece: true, replaces: [KEY] })], EVENT, day(1));
  expect(granted(entitlement).map(shown)).toMatchObject(
    [1, 2].map((ordinal) => ({ id: ids[ordinal - 1], benefitId: PRO, ordinal })),
  );
});

test('the first grant of a benefit renews a license key, and no other piece does', () => {
  const renewsLicenseKeyId = newId();
  const entitlement = bought(due(KEY, { quantity: 2, isPerPiece: true, renewsLicenseKeyId }));
  entitlement.sync([due(KEY, { quantity: 3, isPerPiece: true, renewsLicenseKeyId: newId() })], EVENT, day(1));
  expect(entitlement.grants.map((grant) => grant.snapshot.renewsLicenseKeyId)).toEqual([renewsLicenseKeyId, null, null]);
});

test('a purchase has as many grants as pieces while it entitles, and ends none while one of less use stays', () => {
  const step = fc.record({
    quantity: fc.integer({ min: 0, max: 8 }),
    entitles: fc.boolean(),
    used: fc.array(fc.nat(7), { maxLength: 4 }),
    passedOn: fc.array(fc.nat(7), { maxLength: 3 }),
    times: fc.integer({ min: 1, max: 3 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
      const grants: BenefitGrant[] = [];
      steps.forEach(({ quantity, entitles, used, passedOn, times }, number) => {
        const uses = inUse(...used.map((index) => grants[index]));
        for (const index of passedOn) if (grants[index]) uses.set(grants[index].id, 'passed_on');
        const before = new Set(grants.filter(({ isGranted }) => isGranted));
        const entitlement = new Entitlement({ ...PURCHASE, entitles }, grants);
        for (let time = 0; time < times; time++) entitlement.sync([each(quantity)], EVENT, day(number), null, uses);
        const after = granted(entitlement);
        expect(after).toHaveLength(entitles ? quantity : 0);
        expect(new Set(grants.map(({ ordinal }) => ordinal)).size).toBe(grants.length);
        const ended = [...before].filter((grant) => !grant.isGranted);
        const need = ({ id }: BenefitGrant): number => [undefined, 'in_use', 'passed_on'].indexOf(uses.get(id));
        expect(Math.max(0, ...(entitles ? ended.map(need) : []))).toBeLessThanOrEqual(Math.min(2, ...after.map(need)));
      });
    }),
  );
});
