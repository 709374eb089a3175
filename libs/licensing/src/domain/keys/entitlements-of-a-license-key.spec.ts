import { newId } from '#kernel';
import { aLicenseKey, NOW, secondsAfterNow as later } from '../../../testing/license-key.builder.ts';
import { type KeyEntitlement, shownEntitlements } from './key-entitlements.ts';

const flag = (values: KeyEntitlement['values'] = {}): KeyEntitlement => ({ benefit_id: newId(), values });

test('a key shows the flags of the last decision, whichever order they arrive in', () => {
  const key = aLicenseKey().build();
  const [first, second] = [flag({ max_pages: 500 }), flag()];
  expect(key.snapshot.entitlements).toBeUndefined();
  key.entitle(3, [first, second], later(1));
  key.entitle(2, [first], later(2));
  key.entitle(3, null, later(2));
  expect(key.snapshot).toMatchObject({ entitlements: [first, second], modifiedAt: later(1) });
  key.entitle(4, null, later(3));
  expect(key.snapshot.entitlements).toBeUndefined();
  expect(key.pullEvents().map(({ name, payload }) => ({ name, ...payload }))).toMatchObject([
    { name: 'license_key.updated', changed: ['entitlements'] },
    { name: 'license_key.updated', changed: ['entitlements'] },
  ]);
});

test('a decision after which the flags are the same changes nothing, and older ones are ignored from then on', () => {
  const key = aLicenseKey().build();
  const { benefit_id } = flag();
  key.entitle(1, [{ benefit_id, values: { a: 1, b: true } }], NOW);
  key.pullEvents();
  key.entitle(3, [{ benefit_id, values: { b: true, a: 1 } }], later(1));
  key.entitle(2, null, later(2));
  expect(key.snapshot).toMatchObject({ entitlements: [{ benefit_id, values: { a: 1, b: true } }], modifiedAt: NOW });
  expect(key.pullEvents()).toEqual([]);
});

test('as many flags are shown as fit into 8 KiB, in their order', () => {
  const large = Array.from({ length: 10 }, (_, n) => flag({ n, text: 'x'.repeat(1900) }));
  const shown = shownEntitlements(large)!;
  expect(shown).toEqual(large.slice(0, 4));
  expect(Buffer.byteLength(JSON.stringify(shown))).toBeLessThanOrEqual(8192);
  expect(shownEntitlements([])).toBeNull();
});
