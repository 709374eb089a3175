import { aLicenseKey, NOW, secondsAfterNow } from '../../../testing/license-key.builder.ts';
import type { Status } from './license-key.errors.ts';
import type { LicenseKey } from './license-key.ts';
import type { Terms } from './license-key.types.ts';

const LATER = secondsAfterNow(60);
const TERMS = {
  status: 'disabled',
  usage: 4,
  limitActivations: 9,
  limitUsage: 8,
  expiresAt: new Date('2030-01-01T00:00:00Z'),
  metadata: { contract: 'C-17', seats: 3 },
  notes: 'Asked for by Jane',
} as const satisfies Terms;

const aFullKey = () => aLicenseKey().limitedTo(3).usableTimes(10).used(1).expiredOn('2027-01-01').build();
const namesOf = (key: LicenseKey) => key.pullEvents().map(({ name }) => name);

describe('an update', () => {
  test.each(Object.entries(TERMS))('changes %s and nothing else', (name, value) => {
    const key = aFullKey();
    const before = key.snapshot;
    key.update({ [name]: value }, LATER);
    expect(key.snapshot).toEqual({ ...before, [name]: value, modifiedAt: LATER });
  });

  test('that writes the same metadata again, in another order, changes nothing; no pairs and no notes leave nothing', () => {
    const key = aFullKey();
    key.update(TERMS, NOW);
    key.pullEvents();
    key.update({ metadata: { seats: 3, contract: 'C-17' }, notes: TERMS.notes }, LATER);
    expect([key.snapshot.modifiedAt, namesOf(key)]).toEqual([NOW, []]);
    key.update({ metadata: {}, notes: null }, LATER);
    expect([key.snapshot.metadata, key.snapshot.notes, namesOf(key)]).toEqual([undefined, undefined, ['license_key.updated']]);
  });

  test('changes all fields together', () => {
    const key = aFullKey();
    key.update(TERMS, LATER);
    expect(key.snapshot).toMatchObject(TERMS);
  });

  test.each(['limitActivations', 'limitUsage', 'expiresAt'])('clears %s with null', (name) => {
    const key = aFullKey();
    key.update({ [name]: null }, LATER);
    expect(key.snapshot).toMatchObject({ [name]: null, modifiedAt: LATER });
  });

  test('accepts usage beyond the limit, a limit below the usage, and an expiry in the past', () => {
    const key = aFullKey();
    key.update({ usage: 11, expiresAt: new Date('2020-01-01') }, LATER);
    key.update({ limitUsage: 5 }, LATER);
    expect(key.snapshot).toMatchObject({ usage: 11, limitUsage: 5, expiresAt: new Date('2020-01-01') });
  });

  test.each<[Status, Status]>(
    (['granted', 'disabled', 'revoked'] as const).flatMap((from) =>
      (['granted', 'disabled', 'revoked'] as const).map((to): [Status, Status] => [from, to]),
    ),
  )('changes the status from %s to %s', (from, to) => {
    const key = aFullKey();
    key.update({ status: from }, NOW);
    key.update({ status: to }, NOW);
    expect(key.snapshot.status).toBe(to);
  });

  test('records the changed fields by their API names', () => {
    const key = aFullKey();
    key.update({ ...TERMS, usage: 1 }, LATER);
    expect(key.pullEvents()).toMatchObject([
      {
        name: 'license_key.disabled',
        occurredAt: LATER,
        payload: {
          status: 'disabled',
          changed: ['status', 'limit_activations', 'limit_usage', 'expires_at', 'notes', 'metadata'],
        },
      },
    ]);
  });

  test.each<[string, Terms]>([
    ['nothing', {}],
    [
      'what is there already',
      { status: 'granted', usage: 1, limitActivations: 3, limitUsage: 10, expiresAt: new Date('2027-01-01') },
    ],
    ['what is left undefined', { status: undefined, expiresAt: undefined }],
  ])('with %s changes and records nothing', (_what, terms) => {
    const key = aFullKey();
    const before = key.snapshot;
    key.update(terms, LATER);
    expect(key.snapshot).toEqual(before);
    expect(key.pullEvents()).toEqual([]);
  });
});

describe('revoking', () => {
  test('is recorded once, with what changed', () => {
    const key = aFullKey();
    key.update({ status: 'revoked' }, LATER);
    expect(key.pullEvents()).toMatchObject([
      {
        name: 'license_key.revoked',
        aggregateId: key.id,
        occurredAt: LATER,
        payload: { status: 'revoked', changes: { status: { before: 'granted', after: 'revoked' } } },
      },
    ]);
  });

  test('is recorded once', () => {
    const key = aLicenseKey().revoked().build();
    key.update({ status: 'revoked', usage: 5 }, LATER);
    expect(namesOf(key)).toEqual(['license_key.updated']);
  });
});

test.each(['disabled', 'revoked'] as const)('granting a %s key is recorded once as enabled, with what changed', (status) => {
  const key = aFullKey();
  key.update({ status }, NOW);
  key.pullEvents();
  key.update({ status: 'granted', limitUsage: 20 }, LATER);
  const changes = { status: { before: status, after: 'granted' }, limit_usage: { before: 10, after: 20 } };
  expect(key.pullEvents()).toMatchObject([{ name: 'license_key.enabled', payload: { status: 'granted', changes } }]);
});

describe('reaching the usage limit by an update', () => {
  const REACHED = ['license_key.updated', 'license_key.usage_limit_reached'];

  test.each<[string, Terms]>([
    ['the usage is raised to it', { usage: 10 }],
    ['the limit is lowered to the usage', { limitUsage: 1 }],
  ])('is recorded when %s', (_how, terms) => {
    const key = aFullKey();
    key.update(terms, LATER);
    expect(namesOf(key)).toEqual(REACHED);
  });

  test('is recorded again after the usage was below it', () => {
    const key = aFullKey();
    for (const usage of [10, 11, 9, 10]) key.update({ usage }, LATER);
    expect(namesOf(key).filter((name) => name === REACHED[1])).toHaveLength(2);
  });
});
