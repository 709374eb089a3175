import { NotPermitted } from '#kernel';
import type { KeyFormat } from '#support/texts';
import { aBenefit, ORGANIZATION } from '../../testing/benefit.builder.ts';
import { pathsOf, errorsOf } from '../../testing/errors.ts';
import { Benefit, type BenefitChanges } from './benefit.ts';
import type { FeatureFlagProperties } from './feature-flag-properties.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const UNCHANGED = { license_key_terms_changed: false, license_key_expiry_changed: false, license_key_quantity_changed: false };
const NOTHING = { prefix: null, expires: null, activations: null, limitUsage: null };

const update = (benefit: Benefit, changes: Omit<BenefitChanges, 'type'>) =>
  benefit.update({ type: 'license_keys', ...changes }, NOW);

const facts = (benefit: Benefit) => benefit.pullEvents().map(({ name, payload }) => ({ name, ...payload }));

describe('a new benefit', () => {
  test('records its creation', () => {
    const benefit = aBenefit().newUnsaved();
    expect(benefit.pullEvents()).toMatchObject([
      { name: 'benefit.created', organizationId: ORGANIZATION, aggregateId: benefit.id, payload: { type: 'license_keys' } },
    ]);
  });

  test.each([
    ['custom', aBenefit().custom(), 'public'],
    ['feature_flag', aBenefit().featureFlag(), 'private'],
    ['downloadables', aBenefit().downloadables('a'), 'public'],
    ['license_keys', aBenefit(), 'public'],
  ])('of type %s has the default visibility of its type', (type, builder, visibility) => {
    const benefit = builder.newUnsaved();
    expect(benefit.snapshot).toMatchObject({ type, visibility });
    expect(benefit.pullEvents()).toMatchObject([{ payload: { type } }]);
  });

  test.each([
    [' Come to the party ', 'Come to the party'],
    ['  ', null],
    [null, null],
  ])('with the note %j stores %j', (note, kept) => {
    expect(aBenefit().custom(note).newUnsaved().snapshot).toMatchObject({ properties: { note: kept } });
  });

  test('of files has 1 to 100 of them, each once', () => {
    const ids = Array.from({ length: 101 }, (_, index) => String(index));
    expect(
      pathsOf(() =>
        aBenefit()
          .downloadables(...ids.slice(1))
          .newUnsaved(),
      ),
    ).toEqual([]);
    expect(
      pathsOf(() =>
        aBenefit()
          .downloadables(...ids)
          .newUnsaved(),
      ),
    ).toEqual(['properties.files']);
    expect(pathsOf(() => aBenefit().downloadables().newUnsaved())).toEqual(['properties.files']);
    expect(pathsOf(() => aBenefit().downloadables('a', 'b', 'a').newUnsaved())).toEqual(['properties.files.2']);
  });

  test('of files is always public', () => {
    expect(pathsOf(() => aBenefit().downloadables('a').visible('private').newUnsaved())).toEqual(['visibility']);
    const benefit = aBenefit().downloadables('a').visible('public').build();
    expect(pathsOf(() => benefit.update({ type: 'downloadables', visibility: 'draft' }, NOW))).toEqual(['visibility']);
  });

  test.each(['ab', '', 'x'.repeat(43), '😀😀'])('needs a description of 3 to 42 characters, not %j', (description) => {
    expect(pathsOf(() => aBenefit().describedAs(description).newUnsaved())).toEqual(['description']);
  });

  test.each(['abc', 'x'.repeat(42), '😀'.repeat(42)])('accepts the description %j', (description) => {
    expect(pathsOf(() => aBenefit().describedAs(description).newUnsaved())).toEqual([]);
  });

  test.each([
    [457, 'year'],
    [1200, 'month'],
    [36_500, 'day'],
  ] as const)('accepts a key lifetime of up to %i %ss', (max, timeframe) => {
    expect(pathsOf(() => aBenefit().expiringAfter(max, timeframe).newUnsaved())).toEqual([]);
    expect(
      errorsOf(() =>
        aBenefit()
          .expiringAfter(max + 1, timeframe)
          .newUnsaved(),
      ),
    ).toEqual([
      {
        path: ['properties', 'expires', 'ttl'],
        type: 'value_error',
        message: `A key can live for 1 to ${max} ${timeframe}s.`,
        input: max + 1,
      },
    ]);
  });

  test.each([0, -1, 1.5])('rejects %d as lifetime, activation limit and usage limit', (number) => {
    const benefit = aBenefit().expiringAfter(number, 'day').limitedTo(number).usable(number);
    expect(pathsOf(() => benefit.newUnsaved())).toEqual([
      'properties.expires.ttl',
      'properties.activations.limit',
      'properties.limitUsage',
    ]);
  });

  test('rejects limits beyond 32 bits', () => {
    const max = 2_147_483_647;
    expect(pathsOf(() => aBenefit().limitedTo(max).usable(max).newUnsaved())).toEqual([]);
    expect(
      pathsOf(() =>
        aBenefit()
          .limitedTo(max + 1)
          .usable(max + 1)
          .newUnsaved(),
      ),
    ).toEqual(['properties.activations.limit', 'properties.limitUsage']);
  });
});

describe('an update', () => {
  test('is recorded without changed key terms if only the description or the visibility changes', () => {
    const benefit = aBenefit().limitedTo(3).build();
    update(benefit, { description: 'Another name', visibility: 'draft', metadata: { tier: 'gold' } });
    expect(facts(benefit)).toEqual([{ name: 'benefit.updated', type: 'license_keys', is_deleted: false, ...UNCHANGED }]);
  });

  test.each([
    ['the life', { expires: { ttl: 1, timeframe: 'year' } }],
    ['the unit of life', { expires: { ttl: 30, timeframe: 'month' } }],
    ['an end to expiry', { expires: null }],
    ['the activations', { activations: { limit: 4, enableCustomerAdmin: false } }],
    ['who may deactivate', { activations: { limit: 3, enableCustomerAdmin: true } }],
    ['an end to activations', { activations: null }],
    ['the usage limit', { limitUsage: 11 }],
    ['an end to the usage limit', { limitUsage: null }],
  ] as const)('of %s is recorded with changed key terms', (_what, changed) => {
    const before = {
      prefix: null,
      expires: { ttl: 30, timeframe: 'day' },
      activations: { limit: 3, enableCustomerAdmin: false },
      limitUsage: 10,
    } as const;
    const benefit = aBenefit().withProperties(before).build();
    update(benefit, { properties: { ...before, ...changed } });
    expect(facts(benefit)).toMatchObject([{ license_key_terms_changed: true, license_key_expiry_changed: 'expires' in changed }]);
  });

  test('of what a quantity brings changes the terms and the number of existing keys, of what buying again brings neither', () => {
    const benefit = aBenefit().build();
    update(benefit, { properties: { ...NOTHING, quantity: 'each' } });
    update(benefit, { properties: { ...NOTHING, quantity: 'each', whenBoughtAgain: 'renew' } });
    expect(benefit.snapshot).toMatchObject({ properties: { quantity: 'each', whenBoughtAgain: 'renew' } });
    expect(facts(benefit)).toMatchObject([
      { license_key_terms_changed: true, license_key_quantity_changed: true },
      { license_key_terms_changed: false, license_key_quantity_changed: false },
    ]);
    update(benefit, { properties: { ...NOTHING, quantity: 'one', whenBoughtAgain: 'new_key' } });
    expect(benefit.snapshot).toMatchObject({ properties: NOTHING });
  });

  test('of the prefix does not change the terms of existing keys', () => {
    const benefit = aBenefit().withPrefix('OLD').limitedTo(3).build();
    update(benefit, { properties: { ...NOTHING, prefix: 'NEW', activations: { limit: 3, enableCustomerAdmin: false } } });
    expect(facts(benefit)).toMatchObject([{ license_key_terms_changed: false }]);
  });

  test.each([
    ['custom', aBenefit().custom('before'), { note: 'after' }, {}],
    ['feature_flag', aBenefit().featureFlag(), {}, { visibility: 'draft' }],
  ] as const)('of a %s benefit does not change key terms', (type, builder, properties, others) => {
    const benefit = builder.build();
    benefit.update({ type, properties, ...others }, NOW);
    expect(benefit.snapshot).toMatchObject({ properties });
    expect(facts(benefit)).toEqual([{ name: 'benefit.updated', type, is_deleted: false, ...UNCHANGED }]);
  });

  test('replaces the properties as a whole', () => {
    const benefit = aBenefit().limitedTo(3).usable(10).build();
    update(benefit, { properties: { ...NOTHING, limitUsage: 10 } });
    expect(benefit.snapshot).toMatchObject({ properties: { ...NOTHING, limitUsage: 10 } });
    expect(facts(benefit)).toMatchObject([{ license_key_terms_changed: true }]);
  });

  test('that changes nothing is not recorded', () => {
    const benefit = aBenefit().limitedTo(3).build();
    const { description, visibility, metadata, properties } = structuredClone(benefit.snapshot);
    update(benefit, {});
    update(benefit, { description, visibility, metadata, properties });
    expect(benefit.pullEvents()).toEqual([]);
  });

  test('cannot change the type', () => {
    const benefit = aBenefit().build();
    expect(errorsOf(() => benefit.update({ type: 'feature_flag' }, NOW))).toEqual([
      { path: ['type'], message: 'Benefit type cannot be changed.', type: 'value_error', input: 'feature_flag' },
    ]);
  });

  test('that is rejected changes nothing', () => {
    const benefit = aBenefit().limitedTo(3).build();
    const before = structuredClone(benefit.snapshot);
    const act = () => update(benefit, { description: 'no', visibility: 'draft', properties: { ...NOTHING, limitUsage: 0 } });
    expect(pathsOf(act)).toEqual(['description', 'properties.limitUsage']);
    expect(benefit.snapshot).toEqual(before);
    expect(benefit.pullEvents()).toEqual([]);
  });
});

describe('a deletion', () => {
  test('is recorded as an update', () => {
    const benefit = aBenefit().build();
    benefit.delete(NOW);
    expect(benefit.isDeleted).toBe(true);
    expect(facts(benefit)).toEqual([{ name: 'benefit.updated', type: 'license_keys', is_deleted: true, ...UNCHANGED }]);
  });

  test('is rejected for benefits that are not deletable', () => {
    const benefit = aBenefit().undeletable().build();
    expect(() => benefit.delete(NOW)).toThrow(NotPermitted);
    expect(benefit.isDeleted).toBe(false);
    expect(benefit.pullEvents()).toEqual([]);
  });
});

describe('the values of a flag', () => {
  const flag = (values?: FeatureFlagProperties['values']) =>
    Benefit.create(
      { organizationId: ORGANIZATION, type: 'feature_flag', description: 'Export', metadata: {}, properties: { values } },
      NOW,
    );
  const change = (benefit: Benefit, values: FeatureFlagProperties['values']) => {
    benefit.pullEvents();
    benefit.update({ type: 'feature_flag', properties: { values } }, NOW);
    return (facts(benefit)[0] as unknown as typeof UNCHANGED | undefined)?.license_key_terms_changed ?? false;
  };

  test('renew the license keys that show them if they change, in whatever order they are sent', () => {
    const benefit = flag({ a: 1, b: 'x' });
    expect(change(benefit, { b: 'x', a: 1 })).toBe(false);
    expect(change(benefit, { a: 1, c: 'x' })).toBe(true);
    expect(change(benefit, {})).toBe(true);
    expect(benefit.snapshot).toMatchObject({ properties: {} });
    expect(change(benefit, undefined)).toBe(false);
  });

  test('take at most 2,048 bytes as JSON', () => {
    expect(pathsOf(() => flag({ a: 'x'.repeat(2040) }))).toEqual([]);
    expect(pathsOf(() => flag({ a: 'ü'.repeat(1021) }))).toEqual(['values']);
  });
});

describe('the format of keys', () => {
  const CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const FORMAT = { alphabet: CROCKFORD, groups: 5, groupLength: 5, check: 'luhn_mod_n', acceptsTypedInput: false } as const;
  const create = (format: Partial<KeyFormat>) => () =>
    Benefit.create(
      {
        organizationId: ORGANIZATION,
        type: 'license_keys',
        description: 'A license key',
        metadata: {},
        properties: { ...NOTHING, keyFormat: { ...FORMAT, ...format } },
      },
      NOW,
    );

  test.each<[Partial<KeyFormat>]>([
    [{}],
    [{ groups: 3, groupLength: 7, check: 'luhn_mod_n' }],
    [{ groups: 4, groupLength: 5, check: 'none' }],
    [{ alphabet: '0123456789', groups: 8, groupLength: 4 }],
    [{ alphabet: '0123456789A', groups: 5, groupLength: 6, check: 'none' }],
  ])('can be %j', (format) => expect(pathsOf(create(format))).toEqual([]));

  test.each<[Partial<KeyFormat>, string]>([
    [{ groups: 4, groupLength: 5 }, 'groups'],
    [{ alphabet: '0123456789', groups: 5, groupLength: 6 }, 'groups'],
    [{ alphabet: '012345678' }, 'alphabet'],
    [{ alphabet: '01234567899' }, 'alphabet'],
    [{ alphabet: '0123456789a' }, 'alphabet'],
    [{ alphabet: '0123456789A' }, 'alphabet'],
    [{ groups: 0 }, 'groups'],
    [{ groups: 17 }, 'groups'],
    [{ groupLength: 1.5 }, 'groupLength'],
    [{ groupLength: 17 }, 'groupLength'],
  ])('cannot be %j', (format, field) => expect(pathsOf(create(format))).toEqual([`properties.keyFormat.${field}`]));

  test('applies to new keys only', () => {
    const benefit = create({})();
    benefit.pullEvents();
    update(benefit, { properties: { ...NOTHING, keyFormat: { ...FORMAT, groups: 6 } } });
    expect(facts(benefit)).toMatchObject([UNCHANGED]);
  });
});

describe('keys that prove themselves', () => {
  const create = (properties: object) => () =>
    Benefit.create(
      {
        organizationId: ORGANIZATION,
        type: 'license_keys',
        description: 'A license key',
        metadata: {},
        properties: { ...NOTHING, ...properties },
      },
      NOW,
    );
  const names = (count: number, length: number) => Array.from({ length: count }, (_, n) => String(n).padStart(length, 'x'));
  const signed = (format: object, others: object = {}) =>
    errorsOf(create({ keyFormat: { type: 'signed', ...format }, ...others })).map(({ path, message }) => [
      path.join('.'),
      message,
    ]);

  test('fit into 255 characters, whatever they carry, or are refused with their number', () => {
    expect(signed({})).toEqual([]);
    // 125 bytes besides the signature, of which 30 are always there.
    expect(signed({ product: 'p'.repeat(34), entitlements: names(4, 10) })).toEqual([]);
    expect(signed({ product: 'p'.repeat(35), entitlements: names(4, 10) })).toEqual([
      ['properties.keyFormat', 'A key of this benefit has up to 256 characters; 255 are possible.'],
    ]);
    expect(signed({ entitlements: names(4, 10) }, { prefix: 'P'.repeat(60) })).toEqual([
      ['properties.keyFormat', expect.stringContaining('up to 271 characters')],
    ]);
  });

  test.each([
    [{ product: 'two words' }, 'product'],
    [{ product: 'p'.repeat(41) }, 'product'],
    [{ entitlements: ['ü'] }, 'entitlements'],
    [{ entitlements: ['a', 'a'] }, 'entitlements'],
    [{ entitlements: names(17, 2) }, 'entitlements'],
    [{ validDays: 0 }, 'validDays'],
  ])('cannot carry %j', (format, field) =>
    expect(signed(format)).toMatchObject([[`properties.keyFormat.${field}`, expect.any(String)]]),
  );

  test('need an end if their lifetime begins with the first activation', () => {
    const begins = { expires: { ttl: 1, timeframe: 'year' }, policy: { expiry: { begins: 'first_activation' } } };
    const activations = { limit: 1, enableCustomerAdmin: false };
    expect(signed({}, { ...begins, activations })).toMatchObject([['properties.keyFormat.validDays', expect.any(String)]]);
    expect(signed({ validDays: 400 }, { ...begins, activations })).toEqual([]);
  });
});
