import { ValidationFailed } from '#kernel';
import { aCustomer, ORGANIZATION, OTHER_ORGANIZATION } from '../../testing/customer.builder.ts';
import type { Conflicts } from './unique-identifiers.ts';
import type { Customer, CustomerChanges } from './customer.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const FREE: Conflicts = { email: false, externalId: false };
const HOME = { line1: '1 Main St', line2: null, postalCode: '12345', city: 'Springfield', state: 'US-IL', country: 'US' };

const facts = (customer: Customer) => customer.pullEvents().map(({ name, payload }) => ({ name, ...payload }));
const update = (customer: Customer, changes: CustomerChanges, taken = FREE) => customer.update(changes, taken, NOW);

function errorsOf(act: () => unknown): { at: string; message: string; input: unknown }[] {
  try {
    act();
  } catch (error) {
    if (error instanceof ValidationFailed)
      return error.errors.map(({ path: at, message, input }) => ({ at: at.join('.'), message, input }));
    throw error;
  }
  return [];
}

const changed = (customer: Customer): unknown => {
  const [only, ...others] = facts(customer);
  expect(others).toEqual([]);
  return (only as { changed?: unknown } | undefined)?.changed;
};

describe('a new customer', () => {
  test('records its creation without personal data', () => {
    const customer = aCustomer().withEmail('ada@example.com').named('Ada').withExternalId('user_1').newUnsaved();
    expect(customer.pullEvents()).toMatchObject([
      { name: 'customer.created', organizationId: ORGANIZATION, aggregateId: customer.id, payload: { external_id: 'user_1' } },
    ]);
  });

  test('needs an e-mail address unless it is a team', () => {
    expect(errorsOf(() => aCustomer().withEmail('').newUnsaved())).toMatchObject([{ at: 'email' }]);
    expect(aCustomer().team().build().snapshot).toMatchObject({ email: null, avatarUrl: null });
  });

  test('has the avatar of its address, regardless of case', () => {
    const url = 'https://www.gravatar.com/avatar/b5fc85e55755f9e0d030a10ab4429b6b2944855f9a0d60077fe832becbc41d72?d=404';
    expect(aCustomer().withEmail('ada@example.com').build().snapshot.avatarUrl).toBe(url);
    expect(aCustomer().withEmail('ADA@example.com').build().snapshot.avatarUrl).toBe(url);
  });
});

describe('an update', () => {
  test.each<[string, CustomerChanges, string[]]>([
    ['a name', { name: 'Ada' }, ['name']],
    ['an address', { email: 'new@example.com' }, ['email']],
    ['a locale', { locale: 'fr' }, ['locale']],
    ['a billing address', { billingAddress: HOME }, ['billing_address']],
    ['metadata', { metadata: { plan: 'pro' } }, ['metadata']],
    ['an external id', { externalId: 'user_1' }, ['external_id']],
    ['the type', { type: 'team' }, ['type']],
    ['several things', { name: 'Ada', type: 'team' }, ['type', 'name']],
  ])('of %s records the changed fields', (_what, changes, names) => {
    const customer = aCustomer().build();
    update(customer, changes);
    expect(changed(customer)).toEqual(names);
  });

  test('to the same values changes and records nothing', () => {
    const customer = aCustomer().named('Ada').billedAt(HOME).describedBy({ a: 1, b: 'x' }).withExternalId('user_1').build();
    update(customer, {});
    update(customer, {
      name: 'Ada',
      billingAddress: { ...HOME },
      metadata: { b: 'x', a: 1 },
      externalId: 'user_1',
      type: 'individual',
      locale: null,
      email: null,
    });
    expect(facts(customer)).toEqual([]);
  });

  test('of metadata replaces the whole map', () => {
    const customer = aCustomer().describedBy({ a: 1, b: 2 }).build();
    update(customer, { metadata: { a: 1 } });
    expect(customer.snapshot).toMatchObject({ metadata: { a: 1 } });
    update(customer, { metadata: { b: 1 } });
    expect(customer.snapshot).toMatchObject({ metadata: { b: 1 } });
  });

  test('with null clears the name and the locale', () => {
    const customer = aCustomer().named('Ada').build();
    update(customer, { locale: 'en' });
    update(customer, { name: null, locale: null });
    expect(customer.snapshot).toMatchObject({ name: null, locale: null });
  });

  test('with null leaves the address unchanged', () => {
    const customer = aCustomer().withEmail('ada@example.com').build();
    update(customer, { email: null });
    expect(customer.identifiers.email).toBe('ada@example.com');
  });
});

describe('a verified address', () => {
  test('is no longer verified after it changes', () => {
    const customer = aCustomer().verifiedAt('ada@example.com').build();
    update(customer, { email: 'ada@example.org' });
    expect(customer.snapshot).toMatchObject({ email: 'ada@example.org', emailVerified: false });
  });

  test('stays verified if only its case or another field changes', () => {
    const customer = aCustomer().verifiedAt('ada@example.com').build();
    update(customer, { email: 'Ada@example.com', name: 'Ada' });
    expect(customer.snapshot).toMatchObject({ email: 'Ada@example.com', emailVerified: true });
  });
});

describe('the sessions of a customer', () => {
  test('end with another address, whoever changes it, and when the seller ends them', () => {
    const customer = aCustomer().withEmail('mistyped@example.com').build();
    const generations = [
      () => customer.update({ name: 'Ada', email: 'mistyped@example.com' }, FREE, NOW),
      () => customer.update({ email: 'ada@example.com' }, FREE, NOW),
      () => customer.confirmEmail('ada@example.com', FREE, NOW),
      () => customer.confirmEmail('lovelace@example.com', FREE, NOW),
      () => customer.endSessions(),
    ].map((step) => (step(), customer.snapshot.sessionGeneration));
    expect(generations).toEqual([0, 1, 1, 2, 3]);
  });
});

describe('an update is rejected', () => {
  test('if another customer has the address or the external id', () => {
    const customer = aCustomer().build();
    const identifiers = { email: 'taken@example.com', externalId: 'taken' };
    expect(errorsOf(() => update(customer, identifiers, { email: true, externalId: true }))).toEqual([
      { at: 'email', message: 'A customer with this email address already exists.', input: 'taken@example.com' },
      { at: 'externalId', message: 'A customer with this external ID already exists.', input: 'taken' },
    ]);
  });

  test.each(['user_2', null, 'USER_1'])('if it changes the external id to %j', (externalId) => {
    const customer = aCustomer().withExternalId('user_1').build();
    expect(errorsOf(() => update(customer, { externalId }, { email: false, externalId: true }))).toEqual([
      { at: 'externalId', message: 'Customer external ID cannot be updated.', input: externalId },
    ]);
  });

  test.each(['individual', null] as const)('if it changes the type of a team to %s', (type) => {
    const customer = aCustomer().team().build();
    expect(errorsOf(() => update(customer, { type }))).toMatchObject([{ at: 'type', input: type }]);
  });

  test('if it removes the billing address', () => {
    expect(errorsOf(() => update(aCustomer().build(), { billingAddress: null }))).toMatchObject([{ at: 'billingAddress' }]);
  });

  test('with all errors together, and changes nothing', () => {
    const customer = aCustomer().team().withExternalId('user_1').named('Ada').build();
    const changes = { email: 'x@example.com', billingAddress: null, externalId: 'user_2', type: null, name: 'Bob' };
    expect(errorsOf(() => update(customer, changes, { email: true, externalId: false })).map(({ at }) => at)).toEqual([
      'email',
      'billingAddress',
      'externalId',
      'type',
    ]);
    expect(customer.snapshot).toMatchObject({ email: null, externalId: 'user_1', type: 'team', name: 'Ada' });
    expect(facts(customer)).toEqual([]);
  });
});

describe('a deleted customer', () => {
  test('releases its unique identifiers and keeps its external id in the metadata', () => {
    const customer = aCustomer().withExternalId('user_1').describedBy({ plan: 'pro' }).build();
    customer.delete(NOW);
    expect(customer.identifiers).toEqual({});
    expect(customer.snapshot).toMatchObject({
      externalId: null,
      metadata: { plan: 'pro', __external_id: 'user_1' },
      deletedAt: NOW,
    });
    expect(facts(customer)).toEqual([{ name: 'customer.deleted', external_id: 'user_1', anonymized: false }]);
  });

  test('has no former external id if it never had one', () => {
    const customer = aCustomer().describedBy({ __external_id: 7 }).build();
    customer.delete(NOW);
    expect(customer.snapshot).toMatchObject({ metadata: {} });
  });

  test('contains no personal data after anonymization', () => {
    const customer = aCustomer().verifiedAt('ada@example.com').named('Ada').billedAt(HOME).withExternalId('user_1').build();
    customer.changeOwnDetails({ billingName: 'Ada Inc.' }, NOW);
    customer.pullEvents();
    const { avatarUrl } = customer.snapshot;
    customer.delete(NOW, { anonymize: true });
    expect(customer.snapshot).toMatchObject({
      email: expect.stringMatching(/^[0-9a-f]{64}@anonymized\.invalid$/),
      emailVerified: false,
      name: expect.stringMatching(/^[0-9a-f]{64}$/),
      billingName: expect.stringMatching(/^[0-9a-f]{64}$/),
      billingAddress: null,
      metadata: { __external_id: 'user_1', __anonymized_at: '2026-11-20T12:00:00.000Z' },
    });
    expect(customer.snapshot.avatarUrl).not.toBe(avatarUrl);
    expect(customer.snapshot.avatarUrl).not.toContain(/^[0-9a-f]{64}/.exec(customer.email!)![0]);
    expect(facts(customer)).toEqual([{ name: 'customer.deleted', external_id: 'user_1', anonymized: true }]);
  });

  test('without address and name has none after anonymization', () => {
    const customer = aCustomer().team().build();
    customer.delete(NOW, { anonymize: true });
    expect(customer.snapshot).toMatchObject({ email: null, name: null, billingName: null });
  });
});

describe('a merged customer', () => {
  const refusal = (source: Customer, target: Customer, members = 1): string | undefined =>
    errorsOf(() => source.mergeInto(target, members, NOW))[0]?.message;

  test('is deleted without personal data, and keeps its external id for usage that arrives late', () => {
    const [source, target] = [
      aCustomer()
        .verifiedAt('ada@example.com')
        .named('Ada')
        .billedAt(HOME)
        .describedBy({ plan: 'pro' })
        .withExternalId('user_1')
        .build(),
      aCustomer().build(),
    ];
    source.mergeInto(target, 1, NOW);
    expect([source.isDeleted, source.identifiers]).toEqual([true, {}]);
    expect(source.snapshot).toMatchObject({
      externalId: 'user_1',
      email: expect.stringMatching(/^[0-9a-f]{64}@anonymized\.invalid$/),
      name: expect.stringMatching(/^[0-9a-f]{64}$/),
      billingAddress: null,
      metadata: { __anonymized_at: '2026-11-20T12:00:00.000Z' },
    });
    expect(facts(source)).toEqual([{ name: 'customer.merged', external_id: 'user_1', into: target.id }]);
    expect(facts(target)).toEqual([]);
  });

  test('keeps no name of a business either: it has no purchases any more', () => {
    const source = aCustomer()
      .named('Acme GmbH')
      .billedAt({ ...HOME, state: null, country: 'DE' })
      .taxedAs('DE136695976')
      .build();
    source.mergeInto(aCustomer().build(), 1, NOW);
    expect(source.snapshot).toMatchObject({ taxId: null, name: expect.stringMatching(/^[0-9a-f]{64}$/) });
  });

  test('is merged once, however often it is asked for', () => {
    const [source, target, other] = [aCustomer().build(), aCustomer().build(), aCustomer().build()];
    source.mergeInto(target, 1, NOW);
    source.mergeInto(target, 0, NOW);
    expect(facts(source)).toHaveLength(1);
    expect(refusal(source, other)).toBe('Customer does not exist.');
  });

  test('is one of the same organization that exists, and not the target itself', () => {
    const [target, deleted] = [aCustomer().build(), aCustomer().build()];
    deleted.delete(NOW);
    const cases = [
      [target, 'A customer cannot be merged into itself.'],
      [deleted, 'Customer does not exist.'],
      [aCustomer().of(OTHER_ORGANIZATION).build(), 'Customer does not exist.'],
    ] as const;
    for (const [source, message] of cases) expect(refusal(source, target)).toBe(message);
  });
});
