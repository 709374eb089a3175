import type { Kind, MeteredEvent, Operation, Operations, ReadPurchases, SubjectType } from '../operations.ts';
import { violationsOf } from './index.ts';

type Told<K extends Kind> = Operations[K]['answer'] | 'unknown' | `refused: ${string}`;
type Span = readonly [from: number, until: number];

/** An operation on the only subject; `told` is the answer, or how the request ended otherwise. */
function client<K extends Kind>(kind: K, input: Operations[K]['input'], told: Told<K>, [from, until]: Span): Operation {
  const outcome =
    told === 'unknown'
      ? { outcome: 'unknown', reason: '503' }
      : typeof told === 'string'
        ? { outcome: 'refused', code: told.replace('refused: ', '') }
        : { outcome: 'done', answer: told };
  return { kind, subject: 'it', client: 1, input, from, until, ...outcome } as never;
}

const END: Span = [100, 101];

const about = (type: SubjectType, limit: number | null, operations: readonly Operation[]): string[] =>
  violationsOf([client('create', { type, limit }, null, [0, 0]), ...operations]).map((text) => text.replace(`${type} it: `, ''));

describe('activations', () => {
  const FULL = 'refused: ACTIVATION_LIMIT_REACHED';
  const activate = (name: string, span: Span, told: 'done' | 'unknown' | `refused: ${string}` = 'done') =>
    client('activate', { name }, told === 'done' ? { id: `id of ${name}` } : told, span);
  const deactivate = (name: string, span: Span, told: Told<'deactivate'> = null) =>
    client('deactivate', { id: `id of ${name}` }, told, span);
  const validate = (name: string, span: Span, told: Told<'validate activation'> = null) =>
    client('validate activation', { name }, told, span);
  const read = (...names: string[]) =>
    client(
      'read activations',
      null,
      names.map((name) => ({ id: `id of ${name}`, name })),
      END,
    );
  const check = (...operations: Operation[]): string[] => about('activations', 2, operations);

  test('a correct history has no violations, whatever became of operations without a response', () => {
    const common = [
      activate('a', [1, 2]),
      activate('b', [1, 3]),
      activate('c', [4, 5], FULL),
      deactivate('a', [6, 9], 'unknown'),
      activate('d', [7, 8], 'unknown'),
      validate('b', [10, 11]),
      deactivate('b', [12, 14]),
      activate('e', [13, 15]),
      validate('b', [16, 17], 'refused: ACTIVATION_NOT_FOUND'),
      deactivate('b', [16, 17], 'refused: ACTIVATION_NOT_FOUND'),
    ];
    expect(check(...common, read('e', 'd'))).toEqual([]);
    expect(check(...common, read('a', 'e'))).toEqual([]);
    expect(check(...common, read('e'))).toEqual([]);
  });

  test('more activations than the limit at one time', () => {
    const three = [activate('a', [1, 2]), activate('b', [1, 3]), activate('c', [2, 4])];
    const exceeded = '3 slots of 2 were held at the same time, with c';
    expect(check(...three, deactivate('a', [5, 6]), read('b', 'c'))).toEqual([exceeded]);
    expect(check(...three, deactivate('a', [3.5, 6]), read('b', 'c'))).toEqual([]);
    expect(check(...three, read('a', 'b', 'c'))).toEqual([exceeded, 'There are 3 slots of 2 in the end']);
  });

  test('an acknowledged activation or deactivation is lost', () => {
    expect(check(activate('a', [1, 2]), activate('b', [1, 2]), read('b'))).toEqual(['a is lost']);
    expect(check(activate('a', [1, 2]), deactivate('a', [3, 4]), read('a'))).toEqual(['a exists although it was released']);
    expect(check(activate('a', [1, 2]), validate('a', [3, 4], 'refused: ACTIVATION_NOT_FOUND'), read('a'))).toEqual([
      'a could not be used although it was held',
    ]);
    expect(check(activate('a', [1, 2]), deactivate('a', [3, 4], 'refused: ACTIVATION_NOT_FOUND'), read('a'))).toEqual([
      'a could not be released (ACTIVATION_NOT_FOUND) although it was held',
    ]);
  });

  test('what was refused or ended happens', () => {
    expect(check(activate('a', [1, 2]), activate('b', [1, 2]), activate('c', [3, 4], FULL), read('a', 'c'))).toEqual([
      'c exists, but was refused or never asked for',
      'b is lost',
    ]);
    expect(check(activate('a', [1, 2]), deactivate('a', [3, 4]), validate('a', [5, 6]), read())).toEqual([
      'a was used after it was released',
    ]);
  });

  test('an operation has its effect twice', () => {
    expect(check(activate('a', [1, 2]), read('a', 'a'))).toEqual(['a exists 2 times']);
    expect(check(activate('a', [1, 2]), deactivate('a', [3, 4]), deactivate('a', [5, 6]), read())).toEqual([
      'a was released twice',
    ]);
  });

  test('a refusal without a reason', () => {
    expect(check(activate('a', [1, 2]), activate('b', [3, 4], FULL), read('a'))).toEqual([
      'b was refused (ACTIVATION_LIMIT_REACHED) while a slot was free',
    ]);
    expect(check(activate('a', [1, 2], 'refused: REVOKED'), read())).toEqual(['activate it: refused unexpectedly, with REVOKED']);
  });
});

describe('seats', () => {
  const assign = (name: string, id: string, span: Span) => client('assign', { name }, { id }, span);
  const revoke = (id: string, span: Span) => client('revoke seat', { id }, null, span);
  const claim = (name: string, span: Span, told: Told<'claim'> = null) => client('claim', { name }, told, span);
  const read = (...seats: (readonly [name: string, id: string, isClaimed: boolean])[]) =>
    client(
      'read seats',
      null,
      seats.map(([name, id, isClaimed]) => ({ id, name, isClaimed })),
      END,
    );
  const check = (...operations: Operation[]): string[] => about('seats', 1, operations);

  test('a correct history has no violations, even if a seat is assigned again under the same id', () => {
    const first = [assign('a', 'seat', [1, 2]), claim('a', [3, 4]), claim('a', [5, 6], 'refused: InvalidInvitationToken')];
    expect(check(...first, read(['a', 'seat', true]))).toEqual([]);
    const second = [revoke('seat', [7, 8]), assign('b', 'seat', [9, 10]), revoke('seat', [9, 10])];
    expect(check(...first, ...second, read(['b', 'seat', false]))).toEqual([]);
    expect(check(...first, ...second, read())).toEqual([]);
  });

  test('a seat is claimed twice, or its claim is lost or invented', () => {
    const assigned = assign('a', 'seat', [1, 2]);
    expect(check(assigned, claim('a', [3, 5]), claim('a', [4, 6]), read(['a', 'seat', true]))).toEqual(['a was claimed 2 times']);
    expect(check(assigned, claim('a', [3, 4]), read(['a', 'seat', false]))).toEqual(['The claim of a is lost']);
    expect(check(assigned, read(['a', 'seat', true]))).toEqual(['a is claimed, but the claim was refused or never asked for']);
  });
});

describe('usage', () => {
  const count = (units: number, told: number | 'unknown' | 'refused: USAGE_LIMIT_EXCEEDED', span: Span) =>
    client('count usage', { units }, typeof told === 'number' ? { usage: told } : told, span);
  const read = (usage: number) => client('read usage', null, { usage }, END);
  const check = (...operations: Operation[]): string[] => about('usage', 10, operations);
  const [two, three] = [count(2, 2, [1, 3]), count(3, 5, [2, 4])];

  test('a correct history has no violations', () => {
    expect(check(two, three, count(6, 'refused: USAGE_LIMIT_EXCEEDED', [5, 6]), read(5))).toEqual([]);
    expect(check(two, three, count(4, 'unknown', [5, 6]), read(5))).toEqual([]);
    expect(check(two, three, count(4, 'unknown', [5, 6]), read(9))).toEqual([]);
  });

  test('units are lost, invented, counted twice or beyond the limit', () => {
    expect(check(two, three, read(3))).toEqual(['The usage is 3, but 5 units were acknowledged']);
    expect(check(two, three, read(7))).toEqual(['The usage is 7, but at most 5 units were counted']);
    expect(check(two, count(3, 3, [2, 4]), read(5))).toEqual(['The units up to 3 were counted twice or not at all']);
    expect(check(three, count(2, 2, [6, 7]), read(5))).toEqual(['The usage was 2 after it had been 5']);
    expect(check(count(12, 12, [1, 2]), read(12))).toEqual([
      'The usage was 12, more than the limit of 10',
      'The usage is 12, more than the limit of 10',
    ]);
  });

  test('units are refused although they are left', () => {
    expect(check(two, count(8, 'refused: USAGE_LIMIT_EXCEEDED', [5, 6]), read(2))).toEqual([
      '8 units were refused (USAGE_LIMIT_EXCEEDED) while they were available',
    ]);
  });
});

describe('strings', () => {
  const use = (string: number, span: Span, told: Told<'use string'> = null) => client('use string', { string }, told, span);
  const rotate = (string: number, span: Span) => client('rotate', { string }, null, span);
  const revoke = (span: Span, told: Told<'revoke'> = null) => client('revoke', null, told, span);
  const read = (string: number, isRevoked = false) => client('read string', null, { string, isRevoked }, END);
  const check = (...operations: Operation[]): string[] => about('strings', 1, operations);

  test('a correct history has no violations', () => {
    const rotated = [use(0, [1, 2]), rotate(0, [3, 6]), use(0, [4, 5]), use(0, [4, 5], 'refused: ROTATED'), use(1, [7, 8])];
    expect(check(...rotated, read(1))).toEqual([]);
    expect(check(...rotated, revoke([9, 12]), use(1, [10, 11]), use(1, [13, 14], 'refused: REVOKED'), read(1, true))).toEqual([]);
    expect(check(...rotated, revoke([9, 10], 'unknown'), use(1, [13, 14]), read(1))).toEqual([]);
  });

  test('a string that was replaced or revoked is accepted', () => {
    const what = 'String 0 was accepted after it was replaced or revoked';
    expect(check(rotate(0, [1, 2]), use(0, [3, 4]), read(1))).toEqual([what]);
    expect(check(revoke([1, 2]), use(0, [3, 4]), read(0, true))).toEqual([what]);
  });

  test('a rotation or a revocation is lost or invented', () => {
    expect(check(rotate(0, [1, 2]), read(0))).toEqual(['The string is 0 instead of 1']);
    expect(check(revoke([1, 2]), read(0))).toEqual(['The revocation is lost']);
    expect(check(read(0, true))).toEqual(['The key is revoked, but nobody asked for that']);
    expect(check(use(0, [1, 2], 'refused: ROTATED'), read(0))).toEqual([
      'String 0 was refused (ROTATED) before it was replaced or revoked',
    ]);
  });
});

describe('purchases', () => {
  const buy = (name: string, told: string) =>
    client('purchase', { name }, told === 'unknown' || told.startsWith('refused') ? (told as 'unknown') : { id: told }, [1, 2]);
  const CORRECT: ReadPurchases = {
    purchases: [{ id: '1', name: 'a' }],
    grants: [{ purchase: '1', key: 'k1' }],
    keys: ['k1'],
    paid: ['1'],
  };
  const check = (operations: Operation[], read: Partial<ReadPurchases> = {}): string[] =>
    about('purchases', null, [...operations, client('read purchases', null, { ...CORRECT, ...read }, END)]);
  const NONE = { purchases: [], grants: [], keys: [], paid: [] };

  test('a correct history has no violations', () => {
    expect(check([buy('a', '1'), buy('a', '1'), buy('b', 'unknown')])).toEqual([]);
    expect(check([buy('a', 'unknown')])).toEqual([]);
    expect(check([buy('a', 'unknown')], NONE)).toEqual([]);
  });

  test('a purchase is lost, invented or doubled', () => {
    expect(check([buy('a', '1')], NONE)).toEqual(['a is lost']);
    expect(check([])).toEqual(['a exists, but was refused or never reported']);
    expect(check([buy('a', '1'), buy('a', '2')])).toEqual(['a was acknowledged as 2 purchases']);
    expect(check([buy('a', '2')])).toEqual(['a is another one than was acknowledged']);
  });

  test('a key or a record is missing or doubled', () => {
    const bought = [buy('a', '1')];
    expect(check(bought, { grants: [], keys: [] })).toEqual(['a has 0 grants and 0 keys']);
    expect(check(bought, { keys: ['k1', 'k2'] })).toEqual(['There is a key of no purchase, k2']);
    expect(check(bought, { grants: [...CORRECT.grants, { purchase: '1', key: 'k2' }], keys: ['k1', 'k2'] })).toEqual([
      'a has 2 grants and 2 keys',
    ]);
    expect(check(bought, { paid: ['1', '1'] })).toEqual(['The payment of a was recorded 2 times']);
    expect(check(bought, { paid: [] })).toEqual(['The payment of a was recorded 0 times']);
  });
});

describe('events', () => {
  const [A, B]: MeteredEvent[] = [
    { name: 'a', units: 2 },
    { name: 'b', units: 3 },
  ];
  const ingest = (told: number | 'unknown') =>
    client('ingest', { batch: [A!, B!] }, told === 'unknown' ? told : { inserted: told, duplicates: 2 - told }, [1, 2]);
  const read = (
    events: readonly MeteredEvent[],
    count = events.length,
    sum = events.reduce((all, { units }) => all + units, 0),
  ) => client('read events', null, { events, count, sum }, END);
  const check = (...operations: Operation[]): string[] => about('events', null, operations);

  test('a correct history has no violations', () => {
    expect(check(ingest(2), ingest(0), read([A!, B!]))).toEqual([]);
    expect(check(ingest('unknown'), ingest(0), read([A!, B!]))).toEqual([]);
    expect(check(ingest('unknown'), read([]))).toEqual([]);
  });

  test('events are lost, invented or doubled', () => {
    expect(check(ingest(2), read([A!]))).toEqual(['1 of a to b are lost']);
    expect(check(ingest('unknown'), read([B!]))).toEqual(['Only 1 of a to b exist']);
    expect(check(read([A!]))).toEqual(['a exists, but was refused or never sent']);
    expect(check(ingest(2), read([A!, A!, B!]))).toEqual(['a exists 2 times']);
    expect(check(ingest(2), ingest(2), read([A!, B!]))).toEqual(['a to b were counted as new 4 times, and are 2']);
    expect(check(ingest(0), read([A!, B!]))).toEqual(['a to b were counted as new 0 times only']);
  });

  test('meters differ from the events', () => {
    expect(check(ingest(2), read([A!, B!], 3, 7))).toEqual([
      'The meter has counted 3 events, and there are 2',
      'The meter has summed up 7 units, and there are 5',
    ]);
  });
});

test('a response of 500 and a history without reads are violations', () => {
  const failed = { ...client('activate', { name: 'a' }, 'unknown', [1, 2]), reason: '500' } as Operation;
  expect(about('activations', 1, [failed])).toEqual(['Nothing was read in the end', 'activate it: responded with 500']);
});
