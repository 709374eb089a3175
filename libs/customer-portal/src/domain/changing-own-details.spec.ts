import { ValidationFailed } from '#kernel';
import type { Address } from '#support/addresses';
import { aCustomer } from '../../testing/customer.builder.ts';
import { Customer } from './customer.ts';
import type { OwnChanges } from './own-changes.ts';

const NOW = new Date('2026-11-20T12:00:00Z');
const NOWHERE = { line1: null, line2: null, postalCode: null, city: null, state: null };
const within = (country: string, more: Partial<Address> = {}): Address => ({ ...NOWHERE, country, ...more });

const change = (customer: Customer, changes: OwnChanges): unknown[] => {
  try {
    customer.changeOwnDetails(changes, NOW);
  } catch (error) {
    if (!(error instanceof ValidationFailed)) throw error;
    return error.errors.map(({ path, type, input }) => [path.join('.'), type, input]);
  }
  return [];
};
const facts = (customer: Customer) => customer.pullEvents().map(({ payload }) => payload['changed']);
const inFrance = () =>
  aCustomer()
    .billedAt(within('FR', { city: 'Paris' }))
    .taxedAs('FR61954506077');

describe('a billing name', () => {
  test('is changed and recorded', () => {
    const customer = aCustomer().named('Ada').build();
    expect(change(customer, { billingName: 'Ada Inc.' })).toEqual([]);
    expect(customer.snapshot).toMatchObject({ name: 'Ada', billingName: 'Ada Inc.' });
    expect(facts(customer)).toEqual([['billing_name']]);
  });

  test('is left unchanged by null', () => {
    const customer = aCustomer().build();
    change(customer, { billingName: 'Ada Inc.' });
    expect(change(customer, { billingName: null })).toEqual([]);
    expect(customer.snapshot).toMatchObject({ billingName: 'Ada Inc.' });
  });
});

describe('a billing address', () => {
  test('replaces the current one as a whole', () => {
    const customer = aCustomer()
      .billedAt(within('FR', { city: 'Paris', line1: '1 Rue X' }))
      .build();
    expect(change(customer, { billingAddress: within('DE', { line2: 'Hof' }) })).toEqual([]);
    expect(customer.snapshot).toMatchObject({ billingAddress: within('DE', { line2: 'Hof' }) });
    expect(facts(customer)).toEqual([['billing_address']]);
  });

  test.each([() => aCustomer().build(), () => inFrance().build()])('is left unchanged by null', (customer) => {
    expect(change(customer(), { billingAddress: null })).toEqual([['billingAddress', 'missing', null]]);
  });

  test.each([
    ['US', 'NY', 'US-NY'],
    ['US', 'US-NY', 'US-NY'],
    ['US', 'DC', 'US-DC'],
    ['CA', 'QC', 'CA-QC'],
    ['CA', 'CA-QC', 'CA-QC'],
    ['US', 'CA', 'US-CA'],
    ['DE', 'Bayern', 'Bayern'],
    ['MX', 'NY', 'NY'],
  ])('in %s with the state %s is stored with the state %s', (country, state, kept) => {
    const customer = aCustomer().billedAt(within(country, { state })).build();
    expect(customer.snapshot).toMatchObject({ billingAddress: { state: kept } });
    expect(change(customer, { billingAddress: within(country, { state }) })).toEqual([]);
    expect(facts(customer)).toEqual([]);
  });

  test.each([
    ['US', 'PR'],
    ['US', 'ny'],
    ['US', 'New York'],
    ['US', 'CA-QC'],
    ['CA', 'NY'],
    ['CA', 'US-NY'],
    ['CA', 'CA-CA-QC'],
  ])('in %s with the state %s is rejected', (country, state) => {
    const billingAddress = within(country, { state });
    const expected = [['billingAddress', 'value_error', billingAddress]];
    expect(change(aCustomer().build(), { billingAddress })).toEqual(expected);
    expect(() => aCustomer().billedAt(billingAddress).build()).toThrow(ValidationFailed);
  });
});

describe('a payment method', () => {
  test.each([
    [null, 'missing'],
    ['3d9a7c1e-8b2f-4c6d-9e0a-5f4b3c2d1e0f', 'invalid'],
  ])('that is %s is rejected', (defaultPaymentMethodId, type) => {
    expect(change(aCustomer().build(), { defaultPaymentMethodId })).toEqual([
      ['defaultPaymentMethodId', type, defaultPaymentMethodId],
    ]);
  });
});

describe('a tax id', () => {
  test('is stored in canonical form, with its format', () => {
    const customer = aCustomer().billedAt(within('US')).build();
    expect(change(customer, { taxId: '91-1144442' })).toEqual([]);
    expect(customer.snapshot).toMatchObject({ taxId: ['911144442', 'us_ein'] });
    expect(facts(customer)).toEqual([['tax_id']]);
    expect(change(customer, { taxId: '911144442' })).toEqual([]);
    expect(facts(customer)).toEqual([]);
  });

  test('can be set together with the address', () => {
    const customer = aCustomer().build();
    expect(change(customer, { billingAddress: within('GB'), taxId: 'GB980780684' })).toEqual([]);
    expect(customer.snapshot).toMatchObject({ billingAddress: within('GB'), taxId: ['980780684', 'gb_vat'] });
  });

  test('is removed by null, with or without an address', () => {
    const customer = inFrance().build();
    expect(change(customer, { taxId: null })).toEqual([]);
    expect(customer.snapshot).toMatchObject({ taxId: null });
    expect(change(aCustomer().build(), { taxId: null })).toEqual([]);
  });

  test('requires an address', () => {
    expect(change(aCustomer().build(), { taxId: '911144442' })).toEqual([['billingAddress', 'missing', null]]);
    expect(change(aCustomer().build(), { taxId: '911144442', billingAddress: null })).toEqual([
      ['billingAddress', 'missing', null],
    ]);
  });

  test('must be valid in the country of the address, of the new one if it changes', () => {
    expect(change(inFrance().build(), { taxId: '911144442' })).toEqual([['taxId', 'invalid', '911144442']]);
    expect(change(inFrance().build(), { taxId: '911144442', billingAddress: within('US') })).toEqual([]);
    expect(change(inFrance().build(), { taxId: 'FR61954506077', billingAddress: within('US') })).toEqual([
      ['taxId', 'invalid', 'FR61954506077'],
    ]);
  });

  test('is checked again when the country changes', () => {
    const customer = inFrance().build();
    expect(change(customer, { billingAddress: within('DE') })).toEqual([]);
    expect(customer.snapshot).toMatchObject({ taxId: ['FR61954506077', 'eu_vat'] });
    expect(change(customer, { billingAddress: within('US') })).toEqual([['taxId', 'invalid', 'FR61954506077']]);
    expect(customer.snapshot).toMatchObject({ billingAddress: within('DE') });
    expect(change(customer, { billingAddress: within('US'), taxId: null })).toEqual([]);
    expect(customer.snapshot).toMatchObject({ billingAddress: within('US'), taxId: null });
  });

  test('may get another format when the country changes', () => {
    const customer = aCustomer().billedAt(within('GE')).taxedAs('123456789').build();
    expect(change(customer, { billingAddress: within('PT') })).toEqual([['taxId', 'invalid', '123456789']]);
    const pole = aCustomer().billedAt(within('MU')).taxedAs('22099131').build();
    expect(change(pole, { billingAddress: within('TW') })).toEqual([]);
    expect(pole.snapshot).toMatchObject({ taxId: ['22099131', 'tw_vat'] });
    expect(facts(pole)).toEqual([['billing_address', 'tax_id']]);
  });

  test('is kept if neither it nor the address is sent', () => {
    const customer = Customer.fromState({ ...inFrance().build().snapshot, taxId: ['no longer valid', 'eu_vat'] });
    expect(change(customer, { billingName: 'Ada' })).toEqual([]);
    expect(facts(customer)).toEqual([['billing_name']]);
  });

  test('keeps the name of an anonymized customer, which is a business', () => {
    const customer = inFrance().named('Ada GmbH').build();
    customer.delete(NOW, { anonymize: true });
    expect(customer.snapshot).toMatchObject({ name: 'Ada GmbH', billingAddress: null, taxId: ['FR61954506077', 'eu_vat'] });
  });
});

describe('an invalid change', () => {
  test('reports all errors together and changes nothing', () => {
    const customer = inFrance().build();
    const before = JSON.stringify(customer);
    const wrong = { billingName: 'Other', billingAddress: within('DE'), taxId: 'nonsense', defaultPaymentMethodId: null };
    expect(change(customer, wrong)).toEqual([
      ['defaultPaymentMethodId', 'missing', null],
      ['taxId', 'invalid', 'nonsense'],
    ]);
    expect(change(customer, { ...wrong, billingAddress: null })).toEqual([
      ['billingAddress', 'missing', null],
      ['defaultPaymentMethodId', 'missing', null],
    ]);
    expect(JSON.stringify(customer)).toBe(before);
    expect(facts(customer)).toEqual([]);
  });

  test('an empty change records nothing', () => {
    const customer = inFrance().build();
    expect(change(customer, {})).toEqual([]);
    expect(facts(customer)).toEqual([]);
  });
});

describe('a change by the seller', () => {
  const FREE = { email: false, externalId: false };
  const update = (customer: Customer, changes: Parameters<Customer['update']>[0]) => () => customer.update(changes, FREE, NOW);

  test('is checked by the same rules', () => {
    const customer = inFrance().build();
    expect(update(customer, { billingAddress: within('US') })).toThrow('Invalid tax ID.');
    expect(update(customer, { taxId: 'nonsense', name: 'Eve' })).toThrow('Invalid tax ID.');
    expect(update(aCustomer().build(), { taxId: '911144442' })).toThrow('needs a billing address');
    expect(customer.snapshot).toMatchObject({ name: null, taxId: ['FR61954506077', 'eu_vat'] });
    update(customer, { taxId: null })();
    expect(customer.snapshot).toMatchObject({ taxId: null });
  });

  test('cannot create a customer with a tax id without an address or of another country', () => {
    expect(() => aCustomer().taxedAs('911144442').build()).toThrow('needs a billing address');
    expect(() => aCustomer().billedAt(within('FR')).taxedAs('911144442').build()).toThrow('Invalid tax ID.');
  });
});
