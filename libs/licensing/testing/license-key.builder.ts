import { randomUUID } from 'node:crypto';
import type { Conditions } from '../src/domain/conditions.ts';
import { newKeyString } from '../src/domain/key-string.ts';
import { LicenseKey } from '../src/domain/license-key.ts';

export const NOW = new Date('2026-06-01T12:00:00.000Z');

/** `aLicenseKey().limitedTo(2).expiredOn('2026-01-01').activatedOn('laptop').build()` */
class LicenseKeyBuilder {
  private organizationId: string = randomUUID();
  private customerId: string = randomUUID();
  private benefitId: string = randomUUID();
  private key = newKeyString(null);
  private limitActivations: number | null = null;
  private limitUsage: number | null = null;
  private expiresAt: Date | null = null;
  private readonly steps: ((key: LicenseKey) => void)[] = [];

  of(organizationId: string): this {
    return this.with(() => (this.organizationId = organizationId));
  }

  ownedBy(customerId: string): this {
    return this.with(() => (this.customerId = customerId));
  }

  from(benefitId: string): this {
    return this.with(() => (this.benefitId = benefitId));
  }

  called(key: string): this {
    return this.with(() => (this.key = key));
  }

  limitedTo(activations: number): this {
    return this.with(() => (this.limitActivations = activations));
  }

  usableTimes(usage: number): this {
    return this.with(() => (this.limitUsage = usage));
  }

  expiredOn(day: string): this {
    return this.with(() => (this.expiresAt = new Date(day)));
  }

  activatedOn(label: string, { conditions = {}, device = null }: { conditions?: Conditions; device?: string | null } = {}): this {
    return this.then((key) => key.activate({ label, conditions, meta: {}, device }, NOW));
  }

  used(times: number): this {
    return this.then((key) => key.update({ usage: times }, NOW));
  }

  revoked(): this {
    return this.then((key) => key.update({ status: 'revoked' }, NOW));
  }

  disabled(): this {
    return this.then((key) => key.update({ status: 'disabled' }, NOW));
  }

  build(): LicenseKey {
    const { organizationId, customerId, benefitId, key, limitActivations, limitUsage, expiresAt } = this;
    const issue = { organizationId, customerId, benefitId, memberId: null, key, limitActivations, limitUsage, expiresAt };
    const licenseKey = LicenseKey.issue(issue, NOW);
    for (const step of this.steps) step(licenseKey);
    return licenseKey;
  }

  private with(set: () => void): this {
    set();
    return this;
  }

  private then(step: (key: LicenseKey) => void): this {
    this.steps.push(step);
    return this;
  }
}

export const aLicenseKey = (): LicenseKeyBuilder => new LicenseKeyBuilder();
