import { randomUUID } from 'node:crypto';
import type { CommandBus, ICommand } from '@nestjs/cqrs';
import { FindLicenseKeyBenefits, type LicenseKeyTerms } from '#catalog/contract';
import { type BenefitGrantSnapshot, FindBenefitGrants } from '#entitlements/contract';
import { answeringQueries } from '../../../../../test/support/answering-queries.ts';
import { InMemoryKeyPools } from '../../../testing/in-memory-key-pools.ts';
import { InMemoryLicenseKeys } from '../../../testing/in-memory-license-keys.ts';
import { aLicenseKey, NOW } from '../../../testing/license-key.builder.ts';
import { SyncEntitlements } from './sync-entitlements.ts';
import { SyncKeyWithGrant, SyncKeyWithGrantHandler } from './sync-key-with-grant.ts';

const [ORGANIZATION, BENEFIT, GRANT, ORDER] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()];

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
  const sync = (grant: BenefitGrantSnapshot | null = GRANTED, terms: LicenseKeyTerms | null = TERMS) => {
    const queries = answeringQueries([
      [FindBenefitGrants, () => new Map(grant ? [[GRANT, grant]] : [])],
      [FindLicenseKeyBenefits, () => new Map(terms ? [[BENEFIT, terms]] : [])],
    ]);
    const pools = new InMemoryKeyPools(licenseKeys);
    const clock = { now: () => NOW };
    const handler = new SyncKeyWithGrantHandler(licenseKeys, licenseKeys, pools, queries, commands, clock);
    return handler.execute(new SyncKeyWithGrant(GRANT));
  };
  const found = async () => {
    const id = await licenseKeys.findIdByGrant(ORGANIZATION, GRANT);
    return id === undefined ? undefined : licenseKeys.findSnapshot(id, [ORGANIZATION]);
  };
  return { licenseKeys, sync, found, sent };
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

test('a grant of another kind of benefit may be a flag of the keys of its purchase', async () => {
  const { sync, found, sent } = opened();
  await sync(GRANTED, null);
  expect([sent, await found()]).toEqual([[new SyncEntitlements(GRANT)], undefined]);
});
