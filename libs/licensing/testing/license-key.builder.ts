import { randomUUID } from 'node:crypto';
import type { Conditions } from '../src/domain/activations/conditions.ts';
import type { DescribedDevice } from '../src/domain/devices/described-device.ts';
import { Devices } from '../src/domain/devices/devices.ts';
import { firstNotice } from '../src/domain/keys/expiry-notices.ts';
import { newKeyString, type StringKind } from '../src/domain/keys/key-string.ts';
import { LicenseKey } from '../src/domain/keys/license-key.ts';
import type { LicenseKeyState } from '../src/domain/keys/license-key-fields.ts';
import { Leasing } from '../src/domain/leases/leasing.ts';
import type { FloatingPolicy } from '../src/domain/policy/floating-policy.ts';
import type { KeyHistory } from '../src/domain/keys/license-key.types.ts';
import type { LicensePolicy } from '../src/domain/policy/license-policy.ts';

export const NOW = new Date('2026-06-01T12:00:00.000Z');

export const secondsAfterNow = (seconds: number): Date => new Date(NOW.getTime() + seconds * 1000);

type Installation = Parameters<LicenseKey['activate']>[0];
type ValidationInput = Parameters<LicenseKey['validate']>[0];

/** What an application sends when it activates. */
export const anInstallation = (particulars: Partial<Installation> = {}): Installation => ({
  label: 'laptop',
  conditions: {},
  meta: {},
  device: null,
  ...particulars,
});

/** What an application sends when it validates. */
export const aValidationInput = (particulars: Partial<ValidationInput> = {}): ValidationInput => ({
  activationId: null,
  conditions: {},
  benefitId: null,
  customerId: null,
  incrementUsage: 0,
  ...particulars,
});

/** A device with these components: what would be digests are their values. */
export const aDevice = (components: { readonly [name: string]: string }): DescribedDevice => ({
  components: Object.fromEntries(Object.entries(components).map(([name, value]) => [name, [value] as const])),
  class: null,
  isVirtual: false,
  platform: null,
});

/** A key with the leases that a repository loads for a command. */
export type LeasedKey = LicenseKey & { readonly leasing: Leasing };

/** The key with values that it may have been stored with. */
export function withValues<Key extends LicenseKey>(key: Key, values: Partial<LicenseKeyState>): Key {
  Object.assign(key.stored, values);
  return key;
}

/** A node-locked key with the devices that a repository loads for a command. All of its activations are loaded. */
export function withDevices(key: LeasedKey): LeasedKey {
  const live = key.activations.filter((each) => each.isLive);
  const names = new Set(live.flatMap(({ deviceProfile }) => deviceProfile?.class ?? []));
  const taken = [...names].map((name) => [name, live.filter((each) => each.deviceProfile?.class === name).length] as const);
  const ended = key.activations.filter((each) => !each.isLive);
  return key.loadedWith({ devices: new Devices(taken, ended) });
}

/** `aLicenseKey().limitedTo(2).activatedOn('laptop').expiredOn('2026-01-01').build()`; steps run in the order of the calls. */
export class LicenseKeyBuilder {
  private organizationId: string = randomUUID();
  private customerId: string = randomUUID();
  private benefitId: string = randomUUID();
  private memberId: string | null = null;
  private key = newKeyString(null);
  private stringKind?: StringKind;
  private limitActivations: number | null = null;
  private limitUsage: number | null = null;
  private grant?: { readonly id: string; readonly revision: number };
  private history: KeyHistory | null = null;
  private expiresAt: Date | null = null;
  private policy: LicensePolicy | null = null;
  private isOfDeletedCustomer = false;
  private readonly steps: ((key: LeasedKey) => void)[] = [];

  of(organizationId: string): this {
    return this.with(() => (this.organizationId = organizationId));
  }

  ownedBy(customerId: string): this {
    return this.with(() => (this.customerId = customerId));
  }

  heldBy(memberId: string): this {
    return this.with(() => (this.memberId = memberId));
  }

  from(benefitId: string): this {
    return this.with(() => (this.benefitId = benefitId));
  }

  called(key: string): this {
    return this.with(() => (this.key = key));
  }

  /** The service made its string. */
  generated(): this {
    return this.with(() => (this.stringKind = 'generated'));
  }

  issuedFor(grant: { readonly id: string; readonly revision: number }): this {
    return this.with(() => (this.grant = grant));
  }

  issuedElsewhere(history: KeyHistory): this {
    return this.with(() => (this.history = history));
  }

  limitedTo(activations: number): this {
    return this.with(() => (this.limitActivations = activations));
  }

  floating(policy: Partial<FloatingPolicy> = {}): this {
    return this.with(() => (this.policy = { floating: { checkoutSeconds: 60, overdraft: 0, ...policy } }));
  }

  usableTimes(usage: number): this {
    return this.with(() => (this.limitUsage = usage));
  }

  governedBy(policy: LicensePolicy): this {
    return this.with(() => (this.policy = policy));
  }

  /** Set last, so that the steps before it succeed even if the date is past. */
  expiredOn(day: string): this {
    return this.with(() => (this.expiresAt = new Date(day)));
  }

  activatedOn(label: string, { conditions = {}, device = null }: { conditions?: Conditions; device?: string | null } = {}): this {
    return this.after((key) => key.activate(anInstallation({ label, conditions, device }), NOW));
  }

  deactivatedOn(label: string): this {
    return this.after((key) => key.deactivate(key.activations.find((each) => each.label === label)!.id, NOW));
  }

  used(times: number): this {
    return this.after((key) => key.update({ usage: times }, NOW));
  }

  revoked(): this {
    return this.after((key) => key.update({ status: 'revoked' }, NOW));
  }

  disabled(): this {
    return this.after((key) => key.update({ status: 'disabled' }, NOW));
  }

  /** As the repository loads it when its customer was deleted. */
  ofDeletedCustomer(): this {
    return this.with(() => (this.isOfDeletedCustomer = true));
  }

  withoutActivations(): this {
    return this.after((key) => key.update({ limitActivations: null }, NOW));
  }

  /** As it is before it is stored: with its recorded events. */
  newUnsaved(): LeasedKey {
    const { organizationId, customerId, benefitId, memberId, key, limitActivations, limitUsage, expiresAt, policy } = this;
    const attributes = {
      organizationId,
      customerId,
      benefitId,
      memberId,
      key,
      limitActivations,
      limitUsage,
      expiresAt: null,
      policy,
      stringKind: this.stringKind,
      grant: this.grant,
      history: this.history,
    };
    const licenseKey = LicenseKey.create(attributes, NOW).loadedWith({ leasing: Leasing.of(NOW, null, 0) });
    for (const step of this.steps) step(licenseKey);
    if (this.isOfDeletedCustomer) withValues(licenseKey, { customerDeleted: true });
    if (expiresAt) withValues(licenseKey, { expiresAt });
    return withValues(licenseKey, { noticeAt: firstNotice(licenseKey, NOW) });
  }

  /** As the repository loads it: without recorded events. */
  build(): LeasedKey {
    const licenseKey = this.newUnsaved();
    licenseKey.pullEvents();
    return licenseKey;
  }

  private with(set: () => void): this {
    set();
    return this;
  }

  private after(step: (key: LeasedKey) => void): this {
    this.steps.push(step);
    return this;
  }
}

export const aLicenseKey = (): LicenseKeyBuilder => new LicenseKeyBuilder();
