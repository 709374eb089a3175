import { randomUUID } from 'node:crypto';
import type { CommandBus, ICommand } from '@nestjs/cqrs';
import { FindBenefits, FindLicenseKeyBenefits, type LicenseKeyTerms } from '#catalog/contract';
import { type BenefitGrantSnapshot, FindBenefitGrants, FindGrantsOfPurchase } from '#entitlements/contract';
import { answeringQueries } from '../../../../../test/support/answering-queries.ts';
import { InMemoryKeyPools } from '../../../testing/in-memory-key-pools.ts';
import { InMemoryLicenseKeys } from '../../../testing/in-memory-license-keys.ts';
import { aLicenseKey, NOW } from '../../../testing/license-key.builder.ts';
import { SyncEntitlements } from './sync-entitlements.ts';
import { SyncKeyWithGrant, SyncKeyWithGrantHandler } from './sync-key-with-grant.ts';

const [ORGANIZATION, BENEFIT, FLAG, GRANT, ORDER] = Array.from({ length: 5 }, () => randomUUID()) as [
  string,
  string,
  string,
  string,
  string,
];

const GRANTED: BenefitGrantSnapshot = {
  id: GRANT,
  organizationId: ORGANIZATION,
  customerId: randomUUID(),
  memberId: null,
  benefitId: BENEFIT,
  subscriptionId: null,
  orderId: ORDER,
  purchasedAt: null,
  isBySeats: false,
  deliverByEmail: null,
  quantity: 1,
  ordinal: null,
  renewsLicenseKeyId: null,
  isGranted: true,
  revision: 1,
  stateRevision: 1,
  expiryRevision: 0,
  quantityRevision: 0,
  keyStatus: null,
  keyStatusRevision: 0,
  transferEventId: 0,
};

const TERMS: LicenseKeyTerms = {
  id: BENEFIT,
  organizationId: ORGANIZATION,
  isDeleted: false,
  prefix: 'ACME',
  expires: null,
  activations: null,
  limitUsage: 5,
  policy: null,
  deliverByEmail: false,
  keyFormat: null,
  replacesBenefitIds: [],
  quantity: 'one',
  whenBoughtAgain: 'new_key',
};

function opened() {
  const licenseKeys = new InMemoryLicenseKeys();
  const sent: ICommand[] = [];
  // The handler only sends with it.
  const commands = { execute: async (command: ICommand) => void sent.push(command) } as unknown as CommandBus;
  /** The flags of the purchase, besides the grant itself. */
  const flags: { benefitId: string; isGranted: boolean }[] = [];
  const sync = (grant: BenefitGrantSnapshot | null = GRANTED, terms: LicenseKeyTerms | null = TERMS) => {
    const grants = [{ id: GRANT, benefitId: BENEFIT, isGranted: false }, ...flags.map((flag) => ({ id: randomUUID(), ...flag }))];
    const queries = answeringQueries([
      [FindBenefitGrants, () => new Map(grant ? [[GRANT, grant]] : [])],
      [FindGrantsOfPurchase, () => ({ organizationId: ORGANIZATION, revision: grants.length, grants })],
      [
        FindBenefits,
        () =>
          new Map<string, object>([
            [BENEFIT, { type: 'license_keys' }],
            [FLAG, { type: 'feature_flag', values: { pages: 5 } }],
          ]),
      ],
      [FindLicenseKeyBenefits, () => new Map(terms ? [[BENEFIT, terms]] : [])],
    ]);
    const pools = new InMemoryKeyPools(licenseKeys);
    const clock = { now: () => NOW };
    const handler = new SyncKeyWithGrantHandler(licenseKeys, licenseKeys, pools, queries, commands, clock);
    return handler.execute(new SyncKeyWithGrant(GRANT));
  };
  const found = async () => {
    const key = await licenseKeys.findByGrant(ORGANIZATION, GRANT);
    return key && licenseKeys.findSnapshot(key.id, [ORGANIZATION]);
  };
  return { licenseKeys, flags, sync, found, sent };
}

test('a grant gets one key with the terms of its benefit, which is revoked with it', async () => {
  const { sync, found } = opened();
  await sync();
  const issued = (await found())!;
  expect([issued.status, issued.limitUsage, issued.key.startsWith('ACME')]).toEqual(['granted', 5, true]);
  await sync({ ...GRANTED, isGranted: false, revision: 2, stateRevision: 2 });
  expect(await found()).toMatchObject({ id: issued.id, status: 'revoked' });
});

test('nothing is issued for a grant that is revoked or unknown, nor for a deleted benefit', async () => {
  const { sync, found } = opened();
  await sync({ ...GRANTED, isGranted: false });
  await sync(GRANTED, { ...TERMS, isDeleted: true });
  await sync(null);
  expect(await found()).toBeUndefined();
});

test('the key gets the string that was reserved for the purchase, also for a benefit whose place this one took', async () => {
  const { licenseKeys, sync, found } = opened();
  const reservation = { organizationId: ORGANIZATION, purchaseId: ORDER, benefitId: randomUUID() };
  const history = { usage: 2, installations: [] };
  await licenseKeys.reserve([{ ...reservation, key: 'OLD-KEY', history }]);
  await sync(GRANTED, { ...TERMS, replacesBenefitIds: [reservation.benefitId] });
  expect(await found()).toMatchObject({ key: 'OLD-KEY', usage: 2 });
  expect(await licenseKeys.reservedFor(reservation)).toBeUndefined();
});

test('if another key has taken the reserved string meanwhile, the key gets a new one and keeps what was used before', async () => {
  const { licenseKeys, sync, found } = opened();
  const reservation = { organizationId: ORGANIZATION, purchaseId: ORDER, benefitId: BENEFIT };
  await licenseKeys.reserve([{ ...reservation, key: 'OLD-KEY', history: { usage: 2, installations: [] } }]);
  await licenseKeys.addAll([aLicenseKey().of(ORGANIZATION).called('OLD-KEY').newUnsaved()]);
  await sync();
  expect(await found()).toMatchObject({ usage: 2, key: expect.stringMatching(/^ACME/) });
});

test('a new key has the flags of its purchase', async () => {
  const { licenseKeys, flags, sync, found } = opened();
  flags.push({ benefitId: FLAG, isGranted: true });
  await sync();
  expect(await found()).toMatchObject({ entitlements: [{ benefit_id: FLAG, values: { pages: 5 } }], modifiedAt: null });
  expect(await licenseKeys.findByGrant(ORGANIZATION, GRANT)).toMatchObject({ entitlementsRevision: 2 });
  expect(licenseKeys.events.map(({ name }) => name)).toEqual(['license_key.created']);
});

test('a grant of another kind of benefit may be a flag of the keys of its purchase', async () => {
  const { sync, found, sent } = opened();
  await sync(GRANTED, null);
  expect([sent, await found()]).toEqual([[new SyncEntitlements(GRANT)], undefined]);
});
