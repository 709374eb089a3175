import { object, text, viewMaker } from '#platform/wire';
import type { CustomerLoader } from '../../queries/customer-loader.ts';
import {
  CreatedActivationView,
  LicenseKeyView,
  PortalLicenseKeyView,
  PublicLicenseKeyView,
  ValidatedLicenseKeyView,
} from '../../queries/license-key.view.ts';
import { LicenseKeyResponses } from './license-key-responses.ts';

const NOTES = 'pays late';
const NOW = new Date('2026-06-01T12:00:00.000Z');

/** A key with an additional property. */
const licenseKey = {
  id: 'key',
  organizationId: 'organization',
  customerId: 'customer',
  benefitId: 'benefit',
  grantId: null,
  key: 'LK-1',
  displayKey: '****-1',
  status: 'granted' as const,
  limitActivations: 3,
  policy: { expiry: { graceSeconds: 60 }, counters: { exports: { limit: 10, period: 'month' } } } as const,
  policyState: { expiry: {}, isTrial: true as const },
  entitlements: [],
  usage: 1,
  limitUsage: null,
  validations: 1,
  lastValidatedAt: NOW,
  expiresAt: null,
  createdAt: NOW,
  modifiedAt: NOW,
  notes: NOTES,
};

const activation = {
  id: 'activation',
  licenseKeyId: 'key',
  label: 'laptop',
  meta: {},
  createdAt: NOW,
  modifiedAt: null,
  checkoutExpiresAt: NOW,
  lastHeartbeatAt: NOW,
  device: { lastSeenAt: NOW },
};
const customer = { id: 'customer' } as Awaited<ReturnType<CustomerLoader['of']>>;
const responses = new LicenseKeyResponses({ of: async () => customer } as unknown as CustomerLoader, { now: () => NOW });

/** What is set of a reply. */
const reply = { header: () => reply } as unknown as Parameters<LicenseKeyResponses['validated']>[1];
const standing = null;

const fieldsOf = (view: { readonly fields: object }): string[] => Object.keys(view.fields).sort();

test('a field that is added to the seller view appears in the response to sellers only', async () => {
  const toSellerViewWithNotes = viewMaker(object({ ...LicenseKeyView.fields, notes: text() }));
  expect(toSellerViewWithNotes({ ...licenseKey, customer })).toMatchObject({ notes: NOTES });

  const validated = await responses.validated({ licenseKey, activation, customer: null, graceUntil: NOW, standing }, reply);
  const activated = await responses.activated({ licenseKey, activation, customer: null, standing }, reply);
  const own = await responses.portal(licenseKey);
  expect(JSON.stringify([validated, activated, own])).not.toContain(NOTES);
});

test('every response has exactly the fields of its view', async () => {
  const validated = JSON.parse(
    (await responses.validated({ licenseKey, activation, customer: null, graceUntil: NOW, standing }, reply)).text,
  );
  const activated = JSON.parse((await responses.activated({ licenseKey, activation, customer: null, standing }, reply)).text);
  expect(Object.keys(validated).sort()).toEqual(fieldsOf(ValidatedLicenseKeyView));
  expect(Object.keys(activated).sort()).toEqual(fieldsOf(CreatedActivationView));
  expect(Object.keys(activated.license_key).sort()).toEqual(fieldsOf(PublicLicenseKeyView));
  expect(Object.keys(await responses.portal(licenseKey)).sort()).toEqual(fieldsOf(PortalLicenseKeyView));
  expect(Object.keys(await responses.seller(licenseKey)).sort()).toEqual(fieldsOf(LicenseKeyView));
});

test('a customer that was read with the key is not looked up', () => {
  const found = '{"id":"read with the key"}';
  const validated = responses.validated({ licenseKey, activation: null, graceUntil: null, standing, customer: found }, reply);
  expect(JSON.parse(JSON.stringify(validated)).customer).toEqual({ id: 'read with the key' });
});

test('the views are declared separately: they share no field object', () => {
  const shared = new Set(['customer', 'status', 'policy', 'policy_state', 'is_trial', 'counters']);
  const declared = [LicenseKeyView, PortalLicenseKeyView, PublicLicenseKeyView].map(({ fields }) =>
    Object.entries(fields).flatMap(([name, field]) => (shared.has(name) ? [] : [field])),
  );
  expect(new Set(declared.flat()).size).toBe(declared.flat().length);
});
