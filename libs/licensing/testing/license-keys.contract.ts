import type { KeyBatches } from '../src/domain/keys/key-batches.ts';
import { randomUUID } from 'node:crypto';
import type { GrantState } from '../src/domain/keys/license-key.types.ts';
import { ERASED } from '../src/domain/activations/activation-state.ts';
import {
  ActivationLimitReached,
  InactiveKeyNotValid,
  LicenseKeyNotFound,
  LicenseKeyStringReplaced,
} from '../src/domain/keys/license-key.errors.ts';
import type { LicenseKey } from '../src/domain/keys/license-key.ts';
import { GrantHasKey, KeyStringsTaken, type KeyIssuance } from '../src/domain/keys/key-issuance.ts';
import type { LicenseKeys, WhichLicenseKey, WhichPresentedKey } from '../src/domain/keys/license-keys.ts';
import type { PresentedLicenseKey } from '../src/domain/keys/presented-license-key.ts';
import { aLicenseKey, anInstallation, aValidationInput, NOW, secondsAfterNow as later } from './license-key.builder.ts';

export interface LicenseKeysUnderTest {
  readonly licenseKeys: LicenseKeys & KeyIssuance & KeyBatches;
  /** The names of the events recorded about a key, in order. */
  eventsOf(id: string): Promise<string[]>;
}

const presented = (key: LicenseKey, at = NOW) => ({ organizationId: key.organizationId, key: key.snapshot.key, at });

/** The contract of every implementation of the port, for license keys. */
export function licenseKeysContract(opened: () => LicenseKeysUnderTest): void {
  const keys = () => opened().licenseKeys;
  const add = async (key: LicenseKey): Promise<LicenseKey> => {
    await keys().addAll([key]);
    return key;
  };
  const snapshotOf = (key: LicenseKey) => keys().change({ id: key.id, within: [key.organizationId] }, (found) => found.snapshot);

  test('an added key is found unchanged by its string and by its id', async () => {
    const key = await add(aLicenseKey().limitedTo(3).usableTimes(10).expiredOn('2027-01-01T00:00:00.123Z').newUnsaved());
    expect(await keys().changePresented(presented(key), (found) => found.snapshot)).toEqual(key.snapshot);
    expect(await snapshotOf(key)).toEqual(key.snapshot);
  });

  test('reading returns the current state, including the string after a rotation and the member, and writes nothing', async () => {
    const key = await add(aLicenseKey().limitedTo(3).usableTimes(10).expiredOn('2027-01-01T00:00:00.123Z').newUnsaved());
    const { memberId, organizationId } = key;
    const read = () => keys().findSnapshot(key.id, [randomUUID(), organizationId]);
    expect(await read()).toEqual({ ...key.snapshot, memberId });
    await keys().changePresented(
      presented(key),
      (found) => void found.validate(aValidationInput({ incrementUsage: 2 }), later(5)),
    );
    await keys().change({ id: key.id, within: [organizationId] }, (found) => found.rotate('NEW-STRING-1', null, later(6)));
    const snapshot = await snapshotOf(key);
    expect(await read()).toEqual({ ...snapshot, memberId });
    expect(snapshot).toMatchObject({ key: 'NEW-STRING-1', usage: 2, validations: 1 });
    expect(await snapshotOf(key)).toEqual(snapshot);
    await expect(keys().findSnapshot(key.id, [])).rejects.toBeInstanceOf(LicenseKeyNotFound);
    await expect(keys().findSnapshot(key.id, [randomUUID()])).rejects.toBeInstanceOf(LicenseKeyNotFound);
    await expect(keys().findSnapshot(randomUUID(), [organizationId])).rejects.toBeInstanceOf(LicenseKeyNotFound);
  });

  test('a preview has the outcome of a change, sees the changes before it, and stores nothing', async () => {
    const key = await add(aLicenseKey().limitedTo(2).usableTimes(10).newUnsaved());
    const activate = (found: PresentedLicenseKey) => found.activate(anInstallation({ device: 'one' }), NOW).id;
    const activationId = await keys().changePresented(presented(key), activate);
    const use = (found: PresentedLicenseKey) =>
      found.validate(aValidationInput({ incrementUsage: 4 }), later(5)) ?? found.snapshot.usage;
    const events = await opened().eventsOf(key.id);
    const outcomes = await Promise.allSettled([
      keys().previewPresented(presented(key), use),
      keys().changePresented(presented(key), use),
      keys().previewPresented(presented(key), (found) => [use(found), found.activate(anInstallation(), NOW).isLive]),
      keys().previewPresented({ ...presented(key), activationId, to: 'deactivate' }, (found) =>
        found.deactivate(activationId, NOW),
      ),
      keys().changePresented(presented(key), use),
      keys().previewPresented(presented(key), use),
    ]);
    expect(outcomes.map((each) => (each.status === 'fulfilled' ? each.value : each.reason.code))).toEqual([
      4,
      4,
      [8, true],
      undefined,
      8,
      'USAGE_LIMIT_EXCEEDED',
    ]);
    expect(await snapshotOf(key)).toMatchObject({ usage: 8, validations: 2 });
    expect(await keys().changePresented({ ...presented(key), device: 'one' }, activate)).toBe(activationId);
    expect(await opened().eventsOf(key.id)).toEqual(events);
    await expect(keys().preview({ id: randomUUID(), within: [key.organizationId] }, use)).rejects.toBeInstanceOf(
      LicenseKeyNotFound,
    );
  });

  test('a key is found by every string that it ever had, with the time until which it works', async () => {
    const key = await add(aLicenseKey().newUnsaved());
    const { organizationId, id } = key;
    const first = key.snapshot.key;
    await keys().change({ id, within: [organizationId] }, (found) => found.rotate('NEXT-STRING-1', later(60), NOW));
    const find = (string: string, within = [organizationId]) => keys().findByString(string, within);
    expect(await find(first)).toEqual({ organizationId, id, validUntil: later(60) });
    expect(await find('NEXT-STRING-1', [randomUUID(), organizationId])).toEqual({ organizationId, id, validUntil: null });
    for (const within of [[], [randomUUID()]]) expect(await find('NEXT-STRING-1', within)).toBeUndefined();
    expect(await find('UNKNOWN-STRING-1')).toBeUndefined();
  });

  describe('a string that somebody typed', () => {
    const generated = () => add(aLicenseKey().generated().newUnsaved());
    const meant = (key: LicenseKey, typed: string, at = NOW) =>
      keys().meant({ organizationId: key.organizationId, key: typed, at });

    test('means the key with the same normal form, and says whether the service made it', async () => {
      const key = await generated();
      const string = key.snapshot.key;
      for (const typed of [string, ` ${string}\n`, string.toLowerCase(), string.replaceAll('-', '\u2011'), `\ufeff"${string}"`]) {
        expect(await meant(key, typed)).toEqual({ key: string, isGenerated: true });
        expect(await keys().findByString(typed, [key.organizationId])).toMatchObject({ id: key.id });
      }
      expect(await meant(aLicenseKey().newUnsaved(), string)).toBeUndefined();
      expect(await meant(key, string.slice(0, -1))).toBeUndefined();
    });

    test('means a key with a string of its own by dashes and blanks around it, not by the case of its letters', async () => {
      const key = await add(aLicenseKey().called(' Legacy–0001 abc').newUnsaved());
      for (const typed of [' Legacy–0001 abc', 'Legacy-0001 abc', '\tLegacy—0001 abc\u200b']) {
        expect(await meant(key, typed)).toEqual({ key: ' Legacy–0001 abc', isGenerated: false });
      }
      for (const typed of ['legacy-0001 abc', 'Legacy-0001abc']) expect(await meant(key, typed)).toBeUndefined();
    });

    test('means a UUID that a seller chose in any case, which was not made by the service', async () => {
      const string = randomUUID();
      const key = await add(aLicenseKey().called(string).newUnsaved());
      expect(await meant(key, string.toUpperCase())).toEqual({ key: string, isGenerated: false });
    });

    test('means a string that was replaced as long as it works', async () => {
      const key = await generated();
      const string = key.snapshot.key;
      await keys().change({ id: key.id, within: [key.organizationId] }, (found) => found.rotate('NEXT-STRING-2', later(60), NOW));
      expect(await meant(key, ` ${string.toLowerCase()}`)).toMatchObject({ key: string });
      expect(await meant(key, ` ${string.toLowerCase()}`, later(61))).toBeUndefined();
      expect(await meant(key, ' next-string-2')).toMatchObject({ key: 'NEXT-STRING-2' });
    });

    test('is taken if another string of the organization has its normal form', async () => {
      const key = await add(aLicenseKey().called('ACME-legacy-000001').newUnsaved());
      const { organizationId } = key;
      const like = (string: string) => aLicenseKey().of(organizationId).called(string).newUnsaved();
      await expect(keys().addAll([like('another-000001'), like('ACME–legacy–000001 ')])).rejects.toMatchObject({
        positions: [1],
      });
      await expect(keys().addAll([like('twice-000000001'), like('twice-000000001 ')])).rejects.toMatchObject({ positions: [1] });
      await expect(keys().assertFree(organizationId, ['ACME-LEGACY-000001', ' ACME-legacy-000001'])).rejects.toMatchObject({
        positions: [1],
      });
      await keys().addAll([like('ACME-LEGACY-000001'), aLicenseKey().called(' ACME-legacy-000001').newUnsaved()]);
    });
  });

  test('an activation is loaded by its device, also for a key that is found by its id', async () => {
    const key = await add(aLicenseKey().limitedTo(1).newUnsaved());
    const activate = (found: PresentedLicenseKey) => found.activate(anInstallation({ device: 'one' }), NOW).id;
    const activationId = await keys().changePresented(presented(key), activate);
    const byId = { id: key.id, within: [randomUUID(), key.organizationId] };
    expect(await keys().preview({ ...byId, device: 'one' }, activate)).toBe(activationId);
  });

  test('adding an empty list adds nothing', async () => {
    expect(await keys().addAll([])).toBeUndefined();
  });

  test('a key is found only in its organization, and only in organizations that the caller may see', async () => {
    const key = await add(aLicenseKey().newUnsaved());
    const elsewhere = randomUUID();
    let calls = 0;
    for (const which of [
      { ...presented(key), organizationId: elsewhere },
      { ...presented(key), key: key.snapshot.key.toLowerCase() },
      { ...presented(key), within: [elsewhere] },
      { ...presented(key), within: [] },
    ]) {
      await expect(keys().changePresented(which, () => calls++)).rejects.toBeInstanceOf(LicenseKeyNotFound);
    }
    for (const which of [
      { id: key.id, within: [elsewhere] },
      { id: randomUUID(), within: [key.organizationId] },
    ]) {
      await expect(keys().change(which, () => calls++)).rejects.toBeInstanceOf(LicenseKeyNotFound);
    }
    expect(calls).toBe(0);
    await expect(keys().ownerOf(key.id, [elsewhere])).rejects.toBeInstanceOf(LicenseKeyNotFound);
    const { customerId, memberId, benefitId } = key;
    expect(await keys().ownerOf(key.id, [elsewhere, key.organizationId])).toEqual({ customerId, memberId, benefitId });
  });

  test('a change is visible to the next change and is stored with its events', async () => {
    const key = await add(aLicenseKey().usableTimes(2).newUnsaved());
    await keys().changePresented(
      presented(key),
      (found) => void found.validate(aValidationInput({ incrementUsage: 2 }), later(5)),
    );
    expect(await snapshotOf(key)).toMatchObject({ usage: 2, validations: 1, lastValidatedAt: later(5), modifiedAt: later(5) });
    expect(await opened().eventsOf(key.id)).toEqual(['license_key.created', 'license_key.usage_limit_reached']);
  });

  test('the flags of a key are found with it, and so is the decision after which it got them', async () => {
    const key = await add(aLicenseKey().newUnsaved());
    const { id, organizationId } = key;
    const flags = [{ benefit_id: randomUUID(), values: { max_pages: 500, formats: 'pdf' } }];
    const entitle = (revision: number, own: typeof flags) =>
      keys().change({ id, within: [organizationId] }, (found) => found.entitle(revision, own, later(1)));
    await entitle(2, flags);
    await entitle(1, []);
    const shown = await keys().changePresented(presented(key), (found) => found.snapshot.entitlements);
    expect([shown, (await keys().findSnapshot(id, [organizationId])).entitlements]).toEqual([flags, flags]);
    await entitle(3, []);
    expect((await snapshotOf(key)).entitlements).toBeUndefined();
  });

  test('keys of a deleted customer are refused, by every string and by their ids, until they are granted again', async () => {
    const key = await add(aLicenseKey().newUnsaved());
    const other = await add(aLicenseKey().of(key.organizationId).newUnsaved());
    const elsewhere = await add(aLicenseKey().ownedBy(key.customerId).newUnsaved());
    const replaced = presented(key, later(1));
    const byId = { id: key.id, within: [key.organizationId] };
    await keys().change(byId, (found) => found.rotate(`${key.id}-NEXT`, later(60), NOW));
    const next = { ...replaced, key: `${key.id}-NEXT` };
    const validate = (which: WhichLicenseKey | WhichPresentedKey) => {
      const by = (found: PresentedLicenseKey) => void found.validate(aValidationInput(), later(1));
      return 'id' in which ? keys().change(which, by) : keys().changePresented(which, by);
    };
    for (let round = 0; round < 2; round++) await keys().recordDeletion(key.organizationId, key.customerId);
    for (const which of [next, replaced, byId]) await expect(validate(which)).rejects.toBeInstanceOf(InactiveKeyNotValid);
    for (const unaffected of [other, elsewhere]) await validate(presented(unaffected, later(1)));
    await keys().change(byId, (found) => found.update({ status: 'granted' }, later(2)));
    for (const which of [next, replaced, byId]) await validate(which);
  });

  test('what is known of the devices of some keys is erased, and only once', async () => {
    const activated = () => add(aLicenseKey().limitedTo(3).newUnsaved());
    const [key, other] = [await activated(), await activated()];
    const installed = anInstallation({
      label: 'Ada’s laptop',
      conditions: { user: 'ada' },
      meta: { mac: '1' },
      device: 'x',
      installation: 'y',
    });
    const ids: string[] = [];
    for (const each of [key, other]) {
      ids.push(await keys().changePresented(presented(each), (found) => found.activate(installed, NOW).id));
    }
    const { organizationId, customerId } = key;
    expect(await keys().ofCustomer(organizationId, customerId, null)).toEqual([{ id: key.id, memberId: key.memberId }]);
    expect(await keys().ofCustomer(organizationId, customerId, key.id)).toEqual([]);
    expect(await keys().eraseActivations(organizationId, [key.id])).toBe(1);
    expect(await keys().eraseActivations(organizationId, [key.id])).toBe(0);
    const activationOf = (each: LicenseKey, activationId: string) =>
      keys().change({ id: each.id, within: [each.organizationId], activationId }, ({ activations }) => {
        const found = activations.find(({ id }) => id === activationId)!.stored;
        const { label, conditions, meta, device, installation, deviceProfile } = found;
        return { label, conditions, meta, device, installation, deviceProfile };
      });
    expect(await activationOf(key, ids[0]!)).toEqual(ERASED);
    expect(await activationOf(other, ids[1]!)).toEqual({ ...installed, deviceProfile: null });
  });

  test('terms and limits are stored, null included', async () => {
    const key = await add(aLicenseKey().limitedTo(3).usableTimes(10).expiredOn('2027-01-01').newUnsaved());
    const terms = { status: 'disabled', usage: 4, limitActivations: null, limitUsage: null, expiresAt: null } as const;
    await keys().change({ id: key.id, within: [key.organizationId] }, (found) => found.update(terms, NOW));
    expect(await snapshotOf(key)).toMatchObject(terms);
  });

  test('a grant has one key, and the key stores the last decision about the grant that it applied', async () => {
    const grant = { id: randomUUID(), revision: 1 };
    const key = await add(aLicenseKey().issuedFor(grant).newUnsaved());
    const { id, organizationId, benefitId } = key;
    expect(await keys().findByGrant(organizationId, grant.id)).toMatchObject({ id, entitlementsRevision: 0 });
    expect(await keys().findByGrant(organizationId, randomUUID())).toBeUndefined();
    const another = aLicenseKey().of(organizationId).issuedFor(grant).newUnsaved();
    await expect(keys().addAll([another])).rejects.toBeInstanceOf(GrantHasKey);

    const terms = { limitActivations: 7, limitUsage: null, expiresAt: null, policy: null };
    const sync = (state: Pick<GrantState, 'isGranted' | 'revision' | 'stateRevision'> & Partial<GrantState>) =>
      keys().change({ id, within: [organizationId] }, (found) =>
        found.syncWithGrant(
          { benefitId, keyStatus: null, keyStatusRevision: 0, ordinal: null, quantityRevision: 0, expiryRevision: 0, ...state },
          terms,
          NOW,
        ),
      );
    await sync({ isGranted: false, revision: 2, stateRevision: 2 });
    await sync({ isGranted: true, revision: 1, stateRevision: 1 });
    expect(await snapshotOf(key)).toMatchObject({ status: 'revoked', grantId: grant.id });
    await sync({ isGranted: true, revision: 3, stateRevision: 3 });
    await sync({ isGranted: false, revision: 2, stateRevision: 2 });
    expect(await snapshotOf(key)).toMatchObject({ status: 'granted', limitActivations: 7 });

    await keys().change({ id, within: [organizationId] }, (found) => found.update({ status: 'granted' }, NOW));
    await sync({ isGranted: false, revision: 4, stateRevision: 4 });
    expect(await snapshotOf(key)).toMatchObject({ status: 'granted' });
    await sync({ isGranted: false, revision: 5, stateRevision: 5, keyStatusRevision: 1 });
    expect(await snapshotOf(key)).toMatchObject({ status: 'revoked' });

    await keys().change({ id, within: [organizationId] }, (found) => found.update({ limitUsage: 3, limitActivations: 9 }, NOW));
    await keys().change({ id, within: [organizationId] }, (found) => found.update({}, NOW, { limitActivations: 8 }));
    await sync({ isGranted: true, revision: 6, stateRevision: 6, keyStatusRevision: 1 });
    expect(await snapshotOf(key)).toMatchObject({ status: 'granted', limitActivations: 7, limitUsage: 3 });

    const pro = randomUUID();
    await sync({ isGranted: true, revision: 7, stateRevision: 6, benefitId: pro });
    expect(await snapshotOf(key)).toMatchObject({ benefitId: pro });
  });

  test('directly issued keys are found by customer, member or benefit until they are revoked', async () => {
    const [customer, benefit, organization] = [randomUUID(), randomUUID(), randomUUID()];
    const ofCustomer = () => aLicenseKey().of(organization).ownedBy(customer);
    const [first, second, revoked, granted] = [
      await add(ofCustomer().from(benefit).newUnsaved()),
      await add(ofCustomer().disabled().newUnsaved()),
      await add(ofCustomer().revoked().newUnsaved()),
      await add(ofCustomer().from(benefit).issuedFor({ id: randomUUID(), revision: 1 }).newUnsaved()),
    ];
    const other = await add(aLicenseKey().of(organization).from(benefit).newUnsaved());
    const member = randomUUID();
    const ofMember = await add(ofCustomer().heldBy(member).newUnsaved());
    const found = async (which: object) =>
      (await keys().issuedDirectly({ organizationId: organization, ...which } as never, null)).sort();
    const ids = (...some: LicenseKey[]) => some.map(({ id }) => id).sort();
    expect(await found({ customerId: customer })).toEqual(ids(first, second, ofMember));
    expect(await found({ customerId: customer, memberId: member })).toEqual(ids(ofMember));
    expect(await found({ benefitId: benefit })).toEqual(ids(first, other));
    expect(await found({ benefitId: benefit, organizationId: randomUUID() })).toEqual([]);
    expect([revoked.snapshot.status, granted.snapshot.status]).toEqual(['revoked', 'granted']);
  });

  test('many directly issued keys are found in batches, each once, even if earlier ones are revoked in between', async () => {
    const [organizationId, customerId] = [randomUUID(), randomUUID()];
    const many = Array.from({ length: 450 }, () => aLicenseKey().of(organizationId).ownedBy(customerId).newUnsaved());
    await keys().addAll(many);
    const found: string[] = [];
    for (let after: string | null = null; ;) {
      const batch = await keys().issuedDirectly({ organizationId, customerId }, after);
      if (batch.length === 0) break;
      found.push(...batch);
      after = batch.at(-1)!;
      const revoke = (id: string) =>
        keys().change({ id, within: [organizationId] }, (key) => key.update({ status: 'revoked' }, NOW));
      await Promise.all(batch.map(revoke));
    }
    expect(found.sort()).toEqual(many.map(({ id }) => id).sort());
  });

  test('a rejected change fails its caller and stores nothing', async () => {
    const key = await add(aLicenseKey().limitedTo(1).activatedOn('first').newUnsaved());
    await expect(
      keys().changePresented(presented(key), (found) => found.activate(anInstallation({ meta: { os: 'linux' } }), NOW).facts),
    ).rejects.toBeInstanceOf(ActivationLimitReached);
    expect(await opened().eventsOf(key.id)).toEqual(['license_key.created', 'license_key.activated']);
  });

  test('an activation is loaded when it is selected, and no longer after it was deactivated', async () => {
    const key = await add(aLicenseKey().limitedTo(2).newUnsaved());
    const created = await keys().changePresented(
      presented(key),
      (found) => found.activate(anInstallation({ meta: { os: 'linux' } }), NOW).facts,
    );
    const selected = { ...presented(key), activationId: created.id, to: 'deactivate' } as const;
    const again = await keys().changePresented(
      selected,
      (found) => found.validate(aValidationInput({ activationId: created.id }), NOW)?.facts,
    );
    expect(again).toEqual(created);
    await keys().changePresented(selected, (found) => found.deactivate(created.id, NOW));
    await expect(keys().changePresented(selected, (found) => found.deactivate(created.id, NOW))).rejects.toMatchObject({
      code: 'ACTIVATION_NOT_FOUND',
    });
  });

  test("another key's activation is not loaded", async () => {
    const [mine, other] = [
      await add(aLicenseKey().limitedTo(2).newUnsaved()),
      await add(aLicenseKey().limitedTo(2).newUnsaved()),
    ];
    const theirs = await keys().changePresented(
      presented(other),
      (found) => found.activate(anInstallation({ meta: { os: 'linux' } }), NOW).facts,
    );
    const outcome = keys().changePresented({ ...presented(mine), activationId: theirs.id, to: 'deactivate' }, (found) =>
      found.deactivate(theirs.id, NOW),
    );
    await expect(outcome).rejects.toMatchObject({ code: 'ACTIVATION_NOT_FOUND' });
  });

  test('the same device gets its activation back, and a new one after it was deactivated', async () => {
    const key = await add(aLicenseKey().limitedTo(2).newUnsaved());
    const activate = () =>
      keys().changePresented(
        { ...presented(key), device: 'serial-1' },
        (found) => found.activate(anInstallation({ device: 'serial-1' }), NOW).facts.id,
      );
    const first = await activate();
    expect(await activate()).toBe(first);
    await keys().changePresented({ ...presented(key), activationId: first, to: 'deactivate' }, (found) =>
      found.deactivate(first, NOW),
    );
    expect(await activate()).not.toBe(first);
  });

  test('after a rotation the old string works until the overlap ends, the new one from the start', async () => {
    const key = await add(aLicenseKey().newUnsaved());
    const old = presented(key);
    await keys().change({ id: key.id, within: [key.organizationId] }, (found) => found.rotate('NEW-STRING-1', later(60), NOW));
    const currentString = (string: string, at: Date) =>
      keys().changePresented({ ...old, key: string, at }, (found) => found.snapshot.key);
    expect(await currentString('NEW-STRING-1', NOW)).toBe('NEW-STRING-1');
    expect(await currentString(old.key, later(59))).toBe('NEW-STRING-1');
    await expect(currentString(old.key, later(60))).rejects.toEqual(new LicenseKeyStringReplaced(key.id, key.benefitId));
    await expect(currentString(old.key, later(60))).rejects.toMatchObject({ licenseKeyId: key.id, benefitId: key.benefitId });
    const ended = { ...old, at: later(60) };
    const hidden = [{ hidesExistence: true }, { within: [randomUUID()] }, { organizationId: randomUUID() }];
    for (const how of hidden)
      await expect(keys().changePresented({ ...ended, ...how }, () => null)).rejects.toBeInstanceOf(LicenseKeyNotFound);
  });

  test('a second rotation leaves the overlap of the first one as it was', async () => {
    const key = await add(aLicenseKey().newUnsaved());
    const old = presented(key);
    const rotate = (to: string, until: Date | null) =>
      keys().change({ id: key.id, within: [key.organizationId] }, (found) => found.rotate(to, until, NOW));
    await rotate('NEW-STRING-1', later(60));
    await rotate('NEW-STRING-2', null);
    const currentString = (string: string) =>
      keys().changePresented({ ...old, key: string, at: later(1) }, (found) => found.snapshot.key);
    expect(await currentString(old.key)).toBe('NEW-STRING-2');
    await expect(currentString('NEW-STRING-1')).rejects.toBeInstanceOf(LicenseKeyStringReplaced);
  });

  test('a current or former key string of the organization is rejected, and nothing is added', async () => {
    const key = await add(aLicenseKey().called('OWN-STRING').newUnsaved());
    await keys().change({ id: key.id, within: [key.organizationId] }, (found) => found.rotate('NEXT-STRING', null, NOW));
    const free = aLicenseKey().of(key.organizationId).newUnsaved();
    const of = (string: string) => aLicenseKey().of(key.organizationId).called(string).newUnsaved();
    await expect(keys().addAll([free, of('OWN-STRING'), of('NEXT-STRING')])).rejects.toEqual(new KeyStringsTaken([1, 2]));
    await expect(keys().addAll([of('TWIN'), of('TWIN')])).rejects.toMatchObject({ positions: [1] });
    await expect(snapshotOf(free)).rejects.toBeInstanceOf(LicenseKeyNotFound);
    await keys().addAll([aLicenseKey().called('OWN-STRING').newUnsaved()]);
  });

  test('a reserved string is found until a key has it, and is no string of a key before', async () => {
    const key = aLicenseKey().newUnsaved();
    const { organizationId, benefitId } = key;
    const reservation = { organizationId, benefitId, purchaseId: randomUUID() };
    const history = { usage: 7, installations: [anInstallation({ device: 'serial-1' })] };
    const string = { key: key.snapshot.key, history };
    await keys().reserve([{ ...reservation, ...string }]);
    expect(await keys().reservedFor(reservation)).toEqual(string);
    expect(await keys().reservedFor({ ...reservation, organizationId: randomUUID() })).toBeUndefined();
    await expect(snapshotOf(key)).rejects.toBeInstanceOf(LicenseKeyNotFound);
    await keys().addAll([key], reservation);
    expect(await keys().reservedFor(reservation)).toBeUndefined();

    const [other, again] = [randomUUID(), randomUUID()].map((purchaseId) => ({ ...reservation, purchaseId }));
    const strings = [key.snapshot.key, 'FREE-STRING-0001', 'FREE-STRING-0001'];
    const taken = keys().reserve(strings.map((each) => ({ ...other!, benefitId: randomUUID(), key: each, history: null })));
    await expect(taken).rejects.toEqual(new KeyStringsTaken([0, 2]));
    await expect(keys().assertFree(organizationId, strings)).rejects.toEqual(new KeyStringsTaken([0, 2]));
    await keys().reserve([{ ...again!, key: 'FREE-STRING-0001', history: null }]);
    await expect(keys().addAll([key], again)).rejects.toBeInstanceOf(KeyStringsTaken);
    expect(await keys().reservedFor(again!)).toEqual({ key: 'FREE-STRING-0001', history: null });
  });

  test('a key that was issued elsewhere begins with its usage and activations, which count', async () => {
    const installations = [anInstallation({ device: 'serial-1' }), anInstallation({ label: 'Second' })];
    const key = await add(aLicenseKey().limitedTo(3).issuedElsewhere({ usage: 7, installations }).newUnsaved());
    expect((await snapshotOf(key)).usage).toBe(7);
    const activate = (installation: object) =>
      keys().changePresented(
        { ...presented(key), device: 'serial-1' },
        (found) => found.activate(anInstallation(installation), NOW).facts.id,
      );
    expect(await activate({ device: 'serial-1' })).toBe(key.activations[0]!.id);
    await activate({ label: 'Third' });
    await expect(activate({ label: 'Fourth' })).rejects.toBeInstanceOf(ActivationLimitReached);
    expect((await opened().eventsOf(key.id)).filter((name) => name === 'license_key.activated')).toHaveLength(1);
  });

  test('twenty racing devices get as many activations as limit and overdraft allow, each beyond the limit is told, and it is stored since when', async () => {
    const key = await add(
      aLicenseKey()
        .limitedTo(3)
        .governedBy({ nodeLocked: { overdraft: 2 } })
        .newUnsaved(),
    );
    const activate = () => keys().changePresented(presented(key), (found) => found.activate(anInstallation(), NOW).id);
    const outcomes = await Promise.allSettled(Array.from({ length: 20 }, activate));
    const ids = outcomes.flatMap((outcome) => (outcome.status === 'fulfilled' ? outcome.value : []));
    const told = async () => (await opened().eventsOf(key.id)).filter((name) => name === 'license_key.overdraft_used');
    expect([ids.length, (await told()).length]).toEqual([5, 2]);
    const since = () => keys().change({ id: key.id, within: [key.organizationId] }, (found) => found.stored.overLimitSince);
    expect(await since()).toEqual(NOW);
    for (const activationId of ids.slice(0, 2))
      await keys().changePresented({ ...presented(key), activationId, to: 'deactivate' }, (found) =>
        found.deactivate(activationId, NOW),
      );
    expect(await since()).toBeNull();
  });

  test('of twenty concurrent activations of a key limited to three, three succeed', async () => {
    const key = await add(aLicenseKey().limitedTo(3).newUnsaved());
    const attempts = Array.from({ length: 20 }, (_, n) =>
      keys().changePresented(presented(key), (found) => found.activate(anInstallation({ label: `device ${n}` }), NOW).facts),
    );
    const outcomes = await Promise.allSettled(attempts);
    const rejected = outcomes.filter((outcome) => outcome.status === 'rejected');
    expect(rejected).toHaveLength(17);
    for (const { reason } of rejected) expect(reason).toBeInstanceOf(ActivationLimitReached);
    expect((await opened().eventsOf(key.id)).filter((name) => name === 'license_key.activated')).toHaveLength(3);
  });
}
