import { newId } from '#kernel';
import { aLicenseKey, NOW, secondsAfterNow as later } from '../../../testing/license-key.builder.ts';
import { type EntitlementPart, hasEntitlement, type KeyEntitlement, shownEntitlements } from './entitlement-parts.ts';

const flag = (values: KeyEntitlement['values'] = {}): KeyEntitlement => ({ benefit_id: newId(), values });

test('a key shows the flags of the last decision, whichever order they arrive in', () => {
  const key = aLicenseKey().build();
  const [first, second] = [flag({ max_pages: 500 }), flag()];
  expect(key.snapshot.entitlements).toBeUndefined();
  key.entitle(3, [first, second], later(1));
  key.entitle(2, [first], later(2));
  key.entitle(3, [], later(2));
  expect(key.snapshot).toMatchObject({ entitlements: [first, second], modifiedAt: later(1) });
  key.entitle(4, [], later(3));
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
  key.entitle(2, [], later(2));
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

const PAGES = 'benefit of pages';
const part = (values: KeyEntitlement['values'], combine?: EntitlementPart['combine'], benefit_id = newId()): EntitlementPart => ({
  benefit_id,
  values,
  ...(combine ? { combine } : {}),
});
const valuesOf = (...parts: EntitlementPart[]) => shownEntitlements(parts)!.map(({ values }) => values);

test.each<[what: string, parts: EntitlementPart[], shown: KeyEntitlement['values'][]]>([
  ['values without a rule stand beside each other', [part({ pages: 5 }), part({ pages: 2 })], [{ pages: 5 }, { pages: 2 }]],
  ['numbers add up', [part({ pages: 5, a: 1 }), part({ pages: 2 }, 'sum')], [{ pages: 7, a: 1 }, { pages: 7 }]],
  ['what adds does so whichever comes first', [part({ pages: 2 }, 'sum'), part({ pages: 5 })], [{ pages: 7 }, { pages: 7 }]],
  [
    'the highest counts',
    [part({ pages: 5 }), part({ pages: 2 }, 'max'), part({ pages: 9 })],
    [{ pages: 9 }, { pages: 9 }, { pages: 9 }],
  ],
  [
    'the newest that replaces counts, and what adds is added to it',
    [part({ pages: 9 }, 'replace'), part({ pages: 5 }), part({ pages: 1 }, 'sum'), part({ pages: 3 }, 'replace')],
    [{ pages: 4 }, { pages: 4 }, { pages: 4 }, { pages: 4 }],
  ],
  ['either is enough', [part({ export: false }), part({ export: true }, 'sum')], [{ export: true }, { export: true }]],
  ['a text is replaced', [part({ tier: 'pro' }), part({ tier: 'team' }, 'max')], [{ tier: 'team' }, { tier: 'team' }]],
  [
    'an add-on that is bought twice is one entry',
    [part({ pages: 2 }, 'sum', PAGES), part({ pages: 2 }, 'sum', PAGES)],
    [{ pages: 4 }],
  ],
  [
    'a sum that is too large for JSON is the largest number',
    [part({ n: 1e308 }, 'sum'), part({ n: 1e308 }, 'sum')],
    [{ n: Number.MAX_VALUE }, { n: Number.MAX_VALUE }],
  ],
])('%s', (_what, parts, shown) => {
  expect(valuesOf(...parts)).toEqual(shown);
});

test('an entitlement has a name by a value that is neither false nor 0, or by its benefit', () => {
  const shown = shownEntitlements([part({ export: true, trial: false, pages: 0, tier: 'pro' }, undefined, PAGES)]);
  const names = ['export', 'trial', 'pages', 'tier', PAGES, 'toString', ''];
  expect(names.filter((name) => hasEntitlement(shown, name))).toEqual(['export', 'tier', PAGES]);
  expect(hasEntitlement(null, 'export')).toBe(false);
});

const addOn = (grantId: string, placement: number, added: EntitlementPart | null) => ({
  grantId,
  placement,
  since: later(Number(grantId)).toISOString(),
  part: added,
});

test('what another purchase attaches goes when it ends, whichever decision arrives first, and nothing else goes', () => {
  const key = aLicenseKey().build();
  key.entitle(1, [part({ pages: 5 })], NOW);
  const pages = () => key.snapshot.entitlements?.map(({ values }) => values['pages']);
  key.attachEntitlement(addOn('1', 1, part({ pages: 2 }, 'sum', PAGES)), NOW);
  key.attachEntitlement(addOn('2', 4, null), NOW);
  key.attachEntitlement(addOn('2', 3, part({ pages: 100 }, 'sum', PAGES)), NOW);
  expect(pages()).toEqual([7, 7]);
  key.entitle(2, [part({ pages: 50 })], NOW);
  expect(pages()).toEqual([52, 52]);
  key.attachEntitlement(addOn('1', 2, null), NOW);
  expect(pages()).toEqual([50]);
  expect(key.pullEvents().map(({ payload }) => (payload as { changed: string[] }).changed.join())).toEqual([
    'entitlements',
    'entitlements',
    'entitlements',
    'entitlements',
  ]);
});

test('what is given by hand ends at its end or when it is taken back, and has a limit', () => {
  const key = aLicenseKey().build();
  const give = (values: KeyEntitlement['values'], seconds: number | null) =>
    key.giveEntitlement({ ...part(values), reason: 'Goodwill', endsAt: seconds === null ? null : later(seconds) }, NOW);
  const shown = () => key.snapshot.entitlements?.map(({ values }) => values);
  give({ a: 1 }, 60);
  give({ b: 1 }, 120);
  const kept = give({ c: 1 }, null);
  expect(() => give({ d: 1 }, 0)).toThrow('has to be in the future');
  expect([key.stored.entitlementsEndAt, shown()]).toEqual([later(60), [{ a: 1 }, { b: 1 }, { c: 1 }]]);
  key.endGivenEntitlements(later(60));
  expect([key.stored.entitlementsEndAt, shown()]).toEqual([later(120), [{ b: 1 }, { c: 1 }]]);
  key.endGivenEntitlements(later(120));
  key.takeBackEntitlement(kept, later(121));
  expect([key.stored.entitlementsEndAt, key.stored.entitlementSources, shown()]).toEqual([null, null, undefined]);
  expect(() => key.takeBackEntitlement(kept, NOW)).toThrow('Not found');
  for (let n = 0; n < 50; n++) give({ n }, null);
  expect(() => give({ n: 50 }, null)).toThrow('at most 50');
});
