import { NOW } from '../../../testing/license-key.builder.ts';
import { LicenseKey } from './license-key.ts';

const ISSUE = {
  organizationId: '6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f',
  customerId: '0b8f9d2e-7c31-4a5d-8e6f-9a1b2c3d4e5f',
  benefitId: '4d1f5a0c-1e9b-4c59-8f0e-6b7a8c9d0e1f',
  memberId: null,
  key: 'ACME-0001-ABCDEF',
  limitActivations: 3,
  limitUsage: 10,
  expiresAt: new Date('2027-06-01T12:00:00Z'),
};

test('a new key is granted and unused', () => {
  const { memberId: _memberId, ...terms } = ISSUE;
  expect(LicenseKey.create(ISSUE, NOW).snapshot).toEqual({
    ...terms,
    id: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/),
    displayKey: '****-ABCDEF',
    grantId: null,
    status: 'granted',
    usage: 0,
    validations: 0,
    lastValidatedAt: null,
    createdAt: NOW,
    modifiedAt: null,
    policy: null,
    policyState: null,
  });
});

test('a new key records its creation', () => {
  const key = LicenseKey.create(ISSUE, NOW);
  expect(key.pullEvents()).toMatchObject([
    {
      name: 'license_key.created',
      organizationId: ISSUE.organizationId,
      aggregateId: key.id,
      occurredAt: NOW,
      payload: {
        license_key_id: key.id,
        customer_id: ISSUE.customerId,
        benefit_id: ISSUE.benefitId,
        display_key: '****-ABCDEF',
        status: 'granted',
      },
    },
  ]);
});

test('every key has its own id', () => {
  expect(LicenseKey.create(ISSUE, NOW).id).not.toBe(LicenseKey.create(ISSUE, NOW).id);
});

test('a key that was issued elsewhere has its own terms, which its benefit does not change, and decides its status', () => {
  const grant = { id: '1c0a2f52-5d0e-4f6b-9a43-1b7f0c2d3e4f', revision: 1 };
  const terms = {
    limitActivations: 25,
    expiresAt: '2029-01-31T23:59:59.999Z',
    status: 'disabled',
    metadata: { plan: 'old' },
  } as const;
  const key = LicenseKey.create({ ...ISSUE, grant, history: { usage: 2, installations: [], terms } }, NOW);
  const own = { limitActivations: 25, expiresAt: new Date(terms.expiresAt), status: 'disabled', metadata: terms.metadata };
  expect(key.snapshot).toMatchObject({ ...own, usage: 2, limitUsage: ISSUE.limitUsage });
  expect(key.pullEvents().map(({ name }) => name)).toContain('license_key.status_decided');
  const state = {
    benefitId: ISSUE.benefitId,
    isGranted: true,
    revision: 2,
    stateRevision: 1,
    expiryRevision: 2,
    ordinal: null,
    quantityRevision: 0,
  };
  const decided = { keyStatus: null, keyStatusRevision: 0 };
  const renewed = { limitActivations: 1, limitUsage: 99, expiresAt: NOW, policy: null };
  key.syncWithGrant({ ...state, ...decided }, renewed, NOW);
  expect(key.snapshot).toMatchObject({ ...own, limitUsage: 99 });
});

test.each([
  ['no limits', { limitActivations: null, limitUsage: null, expiresAt: null }],
  ['nothing of its own', {}],
])('a key with %s begins granted, without a decision', (_what, terms) => {
  const key = LicenseKey.create(
    { ...ISSUE, history: { usage: 0, installations: [], terms: { ...terms, status: 'granted' } } },
    NOW,
  );
  const { limitActivations, limitUsage, expiresAt } = ISSUE;
  expect(key.snapshot).toMatchObject({ limitActivations, limitUsage, expiresAt, ...terms, status: 'granted' });
  expect(key.pullEvents().map(({ name }) => name)).not.toContain('license_key.status_decided');
});
