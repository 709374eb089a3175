import { randomUUID } from 'node:crypto';
import type { CommandBus, ICommand } from '@nestjs/cqrs';
import { FindBenefits, FindLicenseKeyBenefits, type LicenseKeyTerms } from '#catalog/contract';
import { type BenefitGrantSnapshot, type DecidedGrant, FindBenefitGrants, FindGrantsOfPurchase } from '#entitlements/contract';
import { answeringQueries } from '../../../../../test/support/answering-queries.ts';
import { InMemoryKeyPools } from '../../../testing/in-memory-key-pools.ts';
import { InMemoryLicenseKeys } from '../../../testing/in-memory-license-keys.ts';
import { aLicenseKey, NOW } from '../../../testing/license-key.builder.ts';
import { randomKeyStrings } from '../../../testing/random-key-strings.ts';
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
    const handler = new SyncKeyWithGrantHandler(licenseKeys, licenseKeys, pools, randomKeyStrings(), queries, commands, clock);
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

describe('a decision that an event tells', () => {
  const PROPERTIES = { prefix: 'ACME', expires: null, activations: null, limit_usage: 5 };
  const decision = (grant: Partial<BenefitGrantSnapshot> = {}, purchase: DecidedGrant['purchase'] = undefined): DecidedGrant => ({
    grant: { ...GRANTED, ...grant },
    benefit: { type: 'license_keys', modified_at: null, properties: PROPERTIES },
    purchase: purchase ?? {
      organizationId: ORGANIZATION,
      revision: 1,
      grants: [{ id: GRANT, benefitId: BENEFIT, isGranted: true, renewsLicenseKeyId: null }],
      benefits: new Map([[BENEFIT, { type: 'license_keys' }]]),
    },
  });
  const REVOKED = { isGranted: false, revision: 2, stateRevision: 2 };

  /** Nobody answers a query. */
  function hearing() {
    const licenseKeys = new InMemoryLicenseKeys();
    const sent: ICommand[] = [];
    const commands = { execute: async (command: ICommand) => void sent.push(command) } as unknown as CommandBus;
    const pools = new InMemoryKeyPools(licenseKeys);
    const clock = { now: () => NOW };
    const handler = new SyncKeyWithGrantHandler(
      licenseKeys,
      licenseKeys,
      pools,
      randomKeyStrings(),
      answeringQueries([]),
      commands,
      clock,
    );
    const hear = (decided: DecidedGrant) => handler.execute(new SyncKeyWithGrant(GRANT, decided));
    const statuses = async () => {
      const key = await licenseKeys.findByGrant(ORGANIZATION, GRANT);
      return key ? [(await licenseKeys.findSnapshot(key.id, [ORGANIZATION])).status] : [];
    };
    return { licenseKeys, hear, statuses, sent };
  }

  test('issues a key with the terms that it tells and asks nothing, however often it arrives', async () => {
    const { licenseKeys, hear, statuses } = hearing();
    for (let time = 0; time < 2; time++) await hear(decision({ deliverByEmail: true }));
    expect(await statuses()).toEqual(['granted']);
    expect(licenseKeys.events).toMatchObject([{ name: 'license_key.created', payload: { is_mailed: true } }]);
    const { id } = (await licenseKeys.findByGrant(ORGANIZATION, GRANT))!;
    expect(await licenseKeys.findSnapshot(id, [ORGANIZATION])).toMatchObject({
      limitUsage: 5,
      key: expect.stringMatching(/^ACME/),
    });
  });

  test('gives the key the flags of the purchase, and asks for them only if it does not tell them', async () => {
    const { licenseKeys, hear } = hearing();
    const grants = [
      { id: GRANT, benefitId: BENEFIT, isGranted: true, renewsLicenseKeyId: null },
      { id: randomUUID(), benefitId: FLAG, isGranted: true, renewsLicenseKeyId: null },
    ];
    const benefits = new Map([
      [BENEFIT, { type: 'license_keys' }],
      [FLAG, { type: 'feature_flag', values: { pages: 5 } }],
    ]);
    await hear(decision({}, { organizationId: ORGANIZATION, revision: 2, grants, benefits }));
    const { id } = (await licenseKeys.findByGrant(ORGANIZATION, GRANT))!;
    const { entitlements } = await licenseKeys.findSnapshot(id, [ORGANIZATION]);
    expect(entitlements).toEqual([{ benefit_id: FLAG, values: { pages: 5 } }]);
    await expect(hearing().hear({ ...decision(), purchase: undefined })).rejects.toThrow('Nobody answers FindGrantsOfPurchase');
  });

  test('issues nothing if it arrives after a later one, and the next one issues the key', async () => {
    const { hear, statuses } = hearing();
    await hear(decision(REVOKED));
    await hear(decision());
    expect(await statuses()).toEqual([]);
    await hear(decision({ revision: 3, stateRevision: 3 }));
    expect(await statuses()).toEqual(['granted']);
    await hear(decision(REVOKED));
    expect(await statuses()).toEqual(['granted']);
  });

  test('of another benefit is one about the flags of the purchase', async () => {
    const { hear, sent } = hearing();
    const decided = { ...decision(), benefit: { type: 'feature_flag', modified_at: null, properties: {} } };
    await hear(decided);
    expect(sent).toEqual([new SyncEntitlements(GRANT, decided.purchase)]);
  });
});
