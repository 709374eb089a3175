import { randomUUID } from 'node:crypto';
import { AnnounceExpiries, AnnounceExpiriesHandler } from '../src/commands/keys/announce-expiries.ts';
import type { KeyBatches } from '../src/domain/keys/key-batches.ts';
import type { KeyIssuance } from '../src/domain/keys/key-issuance.ts';
import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import type { LicenseKeys } from '../src/domain/keys/license-keys.ts';
import { aLicenseKey, anInstallation, aValidationInput, type LicenseKeyBuilder, NOW } from './license-key.builder.ts';

export interface NoticesUnderTest {
  /** Two of them stand for two processes on one database. */
  readonly processes: readonly (LicenseKeys & KeyIssuance & KeyBatches)[];
  /** The names of the events recorded about a key, in order. */
  eventsOf(id: string): Promise<string[]>;
}

const DAY_MS = 86_400_000;
export const daysAfter = (days: number): Date => new Date(NOW.getTime() + days * DAY_MS);

const [CREATED, UPDATED] = ['license_key.created', 'license_key.updated'];
export const [EXPIRING, EXPIRED] = ['license_key.expiring', 'license_key.expired'];

/** The contract of every implementation of `LicenseKeys`, for what the worker announces about keys that expire. */
export function expiryNoticesContract(opened: () => NoticesUnderTest): void {
  const keys = () => opened().processes[0]!;
  const eventsOf = (key: LicenseKey) => opened().eventsOf(key.id);
  const add = async (builder: LicenseKeyBuilder): Promise<LicenseKey> => {
    const key = builder.newUnsaved();
    await keys().addAll([key]);
    return key;
  };
  const expiringIn = (days: number, organizationId = randomUUID()) =>
    add(aLicenseKey().of(organizationId).expiredOn(daysAfter(days).toISOString()));
  const identified = (key: LicenseKey) => ({ id: key.id, within: [key.organizationId] });
  const presented = ({ organizationId, snapshot }: LicenseKey) => ({ organizationId, key: snapshot.key, at: NOW });
  const announce = (day: number, organizationId?: string, licenseKeys = keys(), stop?: AbortSignal) =>
    new AnnounceExpiriesHandler(licenseKeys, licenseKeys, { now: () => daysAfter(day) }).execute(
      new AnnounceExpiries(stop, organizationId),
    );

  test('each notice is recorded once, and what is due of other organizations as well', async () => {
    const [key, other] = [await expiringIn(40), await expiringIn(8)];
    await announce(9);
    expect(await eventsOf(key)).toEqual([CREATED]);
    expect(await eventsOf(other)).toEqual([CREATED, EXPIRED]);
    for (const day of [10, 10, 33, 39, 40, 40, 70]) await announce(day);
    expect(await eventsOf(key)).toEqual([CREATED, EXPIRING, EXPIRING, EXPIRING, EXPIRED]);
    expect(await eventsOf(other)).toEqual([CREATED, EXPIRED]);
    expect(await keys().someWithDueNotice(daysAfter(1000), key.organizationId)).toEqual([]);
  });

  test('of one organization only its keys are announced', async () => {
    const [key, other] = [await expiringIn(1), await expiringIn(1)];
    await announce(2, key.organizationId);
    expect(await eventsOf(key)).toEqual([CREATED, EXPIRED]);
    expect(await eventsOf(other)).toEqual([CREATED]);
  });

  test('an expiry that the first activation sets is announced', async () => {
    const expiry = { begins: 'first_activation', lifetime: { ttl: 10, timeframe: 'day' } } as const;
    const key = await add(aLicenseKey().limitedTo(1).governedBy({ expiry }));
    await announce(8, key.organizationId);
    await keys().changePresented(presented(key), (found) => found.activate(anInstallation(), NOW).id);
    await keys().changePresented(presented(key), (found) => void found.validate(aValidationInput(), NOW));
    const before = (await eventsOf(key)).length;
    for (const day of [3, 9, 10]) await announce(day, key.organizationId);
    expect((await eventsOf(key)).slice(before)).toEqual([EXPIRING, EXPIRING, EXPIRED]);
  });

  test('a key that is renewed while its notice is given has the notice before the renewal, or none', async () => {
    const organizationId = randomUUID();
    const due = await Promise.all(Array.from({ length: 60 }, () => expiringIn(7.5, organizationId)));
    const purchase = { id: randomUUID(), isGranted: true, revision: 1, purchasedAt: null, orderId: null, subscriptionId: null };
    const year = { lifetime: { ttl: 1, timeframe: 'year' } } as const;
    const renew = (key: LicenseKey, n: number) => {
      const { processes } = opened();
      return processes[n % processes.length]!.change(identified(key), (found) =>
        found.renewFor({ ...purchase, customerId: key.customerId, benefitId: key.benefitId }, year, daysAfter(1)),
      );
    };
    await Promise.all([...due.slice(30).map(renew), announce(1, organizationId), ...due.slice(0, 30).map(renew)]);
    await announce(2, organizationId);
    for (const key of due) {
      const [, ...events] = await eventsOf(key);
      const [first, ...rest] = events;
      expect(first === EXPIRING ? rest : events).toEqual([UPDATED, 'license_key.renewed']);
    }
    expect(await keys().someWithDueNotice(daysAfter(300), organizationId)).toEqual([]);
    expect(await keys().someWithDueNotice(daysAfter(400), organizationId)).not.toEqual([]);
  });

  test('of several workers, one announces each key; what one leaves is done by the others', async () => {
    const organizationId = randomUUID();
    const due = await Promise.all(Array.from({ length: 450 }, () => expiringIn(1.5, organizationId)));
    const stopped = new AbortController();
    const workers = opened().processes.map((each, n) => announce(1, organizationId, each, n === 0 ? stopped.signal : undefined));
    stopped.abort();
    await Promise.all(workers);
    await announce(1, organizationId);
    for (const key of due) expect(await eventsOf(key)).toEqual([CREATED, EXPIRING]);
  });
}
