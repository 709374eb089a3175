import { randomUUID } from 'node:crypto';
import { aLicenseKey, NOW } from '../../../testing/license-key.builder.ts';
import type { LicenseKey } from '../keys/license-key.ts';
import type { BulkAction } from '#support/bulk-changes';
import { MOST_TAGS } from '#support/tags';
import { type BulkFacts, decisionOf } from './bulk-action.ts';
import { BulkChange, BulkChangeNotUndoable } from './bulk-change.ts';
import { BulkEntry } from './bulk-entry.ts';
import { TagsOfLicenseKey } from './tags-of-license-key.ts';

const DAY_MS = 86_400_000;
const daysLater = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);
const FACTS: BulkFacts = {
  status: 'granted',
  expiresAt: daysLater(10),
  limitActivations: 3,
  limitUsage: null,
  grantId: null,
  follows: () => false,
  isOfDeletedCustomer: false,
};

const UNTIL_20: BulkAction = { type: 'extend_until', expiresAt: daysLater(20).toISOString() };

test.each<[Parameters<typeof decisionOf>[0], Partial<BulkFacts>, object]>([
  [{ type: 'extend', days: 5 }, {}, { terms: { expiresAt: daysLater(15) } }],
  [{ type: 'extend', days: 5 }, { expiresAt: daysLater(-3) }, { terms: { expiresAt: daysLater(5) } }],
  [{ type: 'extend', days: 5 }, { expiresAt: null }, { refusal: 'NEVER_EXPIRES' }],
  [{ type: 'extend', days: 5 }, { expiresAt: new Date('9999-12-30T00:00:00Z') }, { refusal: 'EXPIRES_TOO_LATE' }],
  [UNTIL_20, {}, { terms: { expiresAt: daysLater(20) } }],
  [UNTIL_20, { expiresAt: daysLater(20) }, { refusal: 'ALREADY_SO' }],
  [UNTIL_20, { expiresAt: daysLater(21) }, { refusal: 'EXPIRES_LATER' }],
  [UNTIL_20, { expiresAt: null }, { refusal: 'NEVER_EXPIRES' }],
  [{ type: 'add_activations', count: 2 }, {}, { terms: { limitActivations: 5 } }],
  [{ type: 'add_activations', count: 2 }, { limitActivations: null }, { refusal: 'NO_ACTIVATIONS' }],
  [{ type: 'add_activations', count: 2 }, { limitActivations: 2 ** 31 - 2 }, { refusal: 'TOO_MANY_ACTIVATIONS' }],
  [{ type: 'disable' }, {}, { terms: { status: 'disabled' } }],
  [{ type: 'disable' }, { status: 'disabled' }, { refusal: 'ALREADY_SO' }],
  [{ type: 'disable' }, { status: 'revoked' }, { refusal: 'REVOKED' }],
  [{ type: 'enable' }, { status: 'disabled' }, { terms: { status: 'granted' } }],
  [{ type: 'enable' }, {}, { refusal: 'ALREADY_SO' }],
  [{ type: 'enable' }, { status: 'revoked' }, { refusal: 'REVOKED' }],
  [{ type: 'send' }, {}, { terms: {} }],
  [{ type: 'send' }, { status: 'disabled' }, { refusal: 'NOT_GRANTED' }],
  [{ type: 'enable' }, { status: 'disabled', isOfDeletedCustomer: true }, { refusal: 'CUSTOMER_DELETED' }],
])('%j of a key with %j', (action, facts, expected) => {
  expect(decisionOf(action, { ...FACTS, ...facts }, NOW)).toEqual(expected);
});

test('a key is not sent to nobody', () => {
  expect(decisionOf({ type: 'send' }, FACTS, NOW, false)).toEqual({ refusal: 'NO_EMAIL' });
});

test.each<[Partial<BulkFacts>, object]>([
  [{}, { terms: { limitActivations: 5 } }],
  [{ limitActivations: 5 }, { refusal: 'ALREADY_SO' }],
  [{ limitActivations: 5, grantId: 'set by hand' }, { terms: { limitActivations: 5 } }],
  [{ limitActivations: 5, grantId: 'followed', follows: () => true }, { refusal: 'ALREADY_SO' }],
  [{ status: 'revoked' }, { refusal: 'REVOKED' }],
])('the limit of a benefit for a key with %j', (facts, expected) => {
  const [action, key] = [{ type: 'follow_benefit', limit: 'limit_activations' } as const, { ...FACTS, ...facts }];
  expect(decisionOf(action, key, NOW, true, { limitActivations: 5, limitUsage: 9 })).toEqual(expected);
  expect(decisionOf(action, key, NOW)).toEqual({ refusal: facts.status ? 'REVOKED' : 'NO_BENEFIT' });
});

const ORGANIZATION = randomUUID();
const keyOf = (limitActivations: number | null): LicenseKey => {
  const key = aLicenseKey().of(ORGANIZATION);
  return (limitActivations === null ? key : key.limitedTo(limitActivations)).build();
};

/** A bulk change with all of its keys loaded, of which one does not exist any more. */
function begun(action: BulkAction, keys: readonly LicenseKey[], missing = 0) {
  const change = BulkChange.create(ORGANIZATION, action, keys.length + missing, NOW);
  const ids = [...keys.map(({ id }) => id), ...Array.from({ length: missing }, () => randomUUID())];
  const entries = change.entriesOf(ids).map((state, index) => new BulkEntry(state, keys[index]));
  return {
    change,
    entries,
    loaded: (from = 0, to = entries.length) => BulkChange.restore({ ...change.snapshot }, entries.slice(from, to)),
  };
}
const outcomes = (entries: readonly BulkEntry[]) => entries.map(({ current: { outcome, code } }) => [outcome, code]);
const MORE: BulkAction = { type: 'add_activations', count: 2 };

test('parts follow each other until all keys were looked at', () => {
  const keys = [keyOf(1), keyOf(null), keyOf(3)];
  const { change, entries } = begun(MORE, keys, 1);
  expect(change.pullEvents()).toMatchObject([{ name: 'license_key_bulk_change.queued', payload: { is_undo: false } }]);
  const first = BulkChange.restore({ ...change.snapshot }, entries.slice(0, 2));
  first.doPart(new Set(), NOW);
  expect(first.snapshot).toMatchObject({ status: 'running', changed: 1, refused: 1, finishedAt: null });
  expect(first.pullEvents()).toHaveLength(1);
  const second = BulkChange.restore({ ...first.snapshot }, entries.slice(2));
  second.doPart(new Set(), NOW);
  expect(second.snapshot).toMatchObject({ status: 'done', changed: 2, refused: 2, finishedAt: NOW });
  expect(second.pullEvents()).toEqual([]);
  expect(keys.map(({ limitActivations }) => limitActivations)).toEqual([3, null, 5]);
  expect(outcomes(entries)).toEqual([
    ['changed', null],
    ['refused', 'NO_ACTIVATIONS'],
    ['changed', null],
    ['refused', 'NOT_FOUND'],
  ]);
  expect(keys[0]!.pullEvents()).toMatchObject([{ name: 'license_key.updated', payload: { by_hand: true } }]);
});

test('an entry is changed once, however often its part is done', () => {
  const key = keyOf(1);
  const { loaded } = begun(MORE, [key], 1);
  const change = loaded(0, 1);
  change.doPart(new Set(), NOW);
  change.doPart(new Set(), NOW);
  expect([key.limitActivations, change.snapshot.changed]).toEqual([3, 1]);
});

test('undoing gives back what was there, but for what was changed since; what was cancelled before stays as it is', () => {
  const keys = [keyOf(1), keyOf(2), keyOf(3)];
  const { change, entries } = begun(MORE, keys);
  const first = BulkChange.restore({ ...change.snapshot }, entries.slice(0, 2));
  first.doPart(new Set(), NOW);
  first.cancel(NOW);
  first.cancel(NOW);
  expect(first.snapshot).toMatchObject({ status: 'cancelled', changed: 2 });
  keys[1]!.update({ limitActivations: 9 }, NOW);
  first.pullEvents();
  first.undo(NOW);
  first.undo(NOW);
  expect(first.pullEvents()).toMatchObject([{ payload: { is_undo: true } }]);
  const last = BulkChange.restore({ ...first.snapshot }, entries);
  last.doPart(new Set(), NOW);
  expect(last.snapshot).toMatchObject({ status: 'undone', restored: 1, kept: 1, finishedAt: NOW });
  expect(keys.map(({ limitActivations }) => limitActivations)).toEqual([1, 9, 3]);
  expect(outcomes(entries)).toEqual([
    ['restored', null],
    ['kept', 'CHANGED_SINCE'],
    ['pending', null],
  ]);
});

test('what followed the benefit follows it again', () => {
  const key = aLicenseKey().of(ORGANIZATION).issuedFor({ id: randomUUID(), revision: 1 }).limitedTo(1).build();
  const { loaded } = begun(MORE, [key]);
  const change = loaded();
  change.doPart(new Set(), NOW);
  expect([key.limitActivations, key.follows('limitActivations')]).toEqual([3, false]);
  change.undo(NOW);
  change.doPart(new Set(), NOW);
  expect([key.limitActivations, key.follows('limitActivations')]).toEqual([1, true]);
});

test('a limit of the benefit is followed by a key that was bought, and undoing brings back what was set by hand', () => {
  const [bought, direct] = [aLicenseKey().of(ORGANIZATION).issuedFor({ id: randomUUID(), revision: 1 }).build(), keyOf(1)];
  bought.update({ limitUsage: 7 }, NOW);
  const { loaded, entries } = begun({ type: 'follow_benefit', limit: 'limit_usage' }, [bought, direct], 1);
  const limits = new Map(entries.map(({ current }) => [current.licenseKeyId, { limitActivations: 2, limitUsage: 100 }]));
  const change = loaded();
  change.doPart(new Set(), NOW, limits);
  const standing = () => [bought, direct].map((key) => [key.limitUsage, key.follows('limitUsage')]);
  expect([standing(), outcomes(entries)[2]]).toEqual([
    [
      [100, true],
      [100, false],
    ],
    ['refused', 'NOT_FOUND'],
  ]);
  expect(entries[0]!.current).toMatchObject({ before: { limitUsage: 7 }, after: { limitUsage: 100 } });
  change.undo(NOW);
  change.doPart(new Set(), NOW);
  expect(standing()).toEqual([
    [7, false],
    [null, false],
  ]);
});

test('a bulk change of which nothing was changed is undone at once; what was sent is not undone', () => {
  const { change } = begun(MORE, [keyOf(1)]);
  change.undo(NOW);
  expect(change.snapshot).toMatchObject({ status: 'undone', changed: 0, finishedAt: NOW });

  const key = keyOf(1);
  const sending = begun({ type: 'send' }, [key]).loaded();
  sending.doPart(new Set([key.id]), NOW);
  expect(key.pullEvents()).toMatchObject([{ name: 'license_key.mail_requested' }]);
  expect(() => sending.undo(NOW)).toThrow(BulkChangeNotUndoable);
});

test('tags are added where they have room, and undoing leaves what was changed since', () => {
  const tagsOf = (...tags: string[]) =>
    new TagsOfLicenseKey({ organizationId: ORGANIZATION, id: randomUUID(), customerId: randomUUID() }, tags, new Set(tags));
  const many = Array.from({ length: MOST_TAGS }, (_, index) => `tag ${index}`);
  const tags = [tagsOf(), tagsOf('vip'), tagsOf(...many), tagsOf('old')];
  const change = BulkChange.create(ORGANIZATION, { type: 'add_tag', tag: 'vip' }, 5, NOW);
  const states = change.entriesOf([...tags.map(({ record }) => record.id), randomUUID()]);
  const entries = states.map((state, index) => new BulkEntry(state, undefined, tags[index]));
  const part = BulkChange.restore({ ...change.snapshot }, entries);
  part.doPart(new Set(), NOW);
  expect(outcomes(entries)).toEqual([
    ['changed', null],
    ['refused', 'ALREADY_SO'],
    ['refused', 'TOO_MANY_TAGS'],
    ['changed', null],
    ['refused', 'NOT_FOUND'],
  ]);
  expect(entries[0]!.current).toMatchObject({ before: { isTagged: false }, after: { isTagged: true } });
  tags[3]!.replace(['old']);
  part.undo(NOW);
  part.doPart(new Set(), NOW);
  expect(tags.map(({ all }) => all.join())).toEqual(['', 'vip', [...many].join(), 'old']);
  expect(outcomes([entries[0]!, entries[3]!])).toEqual([
    ['restored', null],
    ['kept', 'CHANGED_SINCE'],
  ]);
});
