import type { Promised } from '../src/domain/benefit-type.ts';
import { Benefit, type NewBenefit } from '../src/domain/benefit.ts';
import type { LicenseKeysProperties, Timeframe } from '../src/domain/license-keys-properties.ts';

const BIRTH = new Date('2026-01-01T00:00:00Z');

export const ORGANIZATION = '6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f';
export const OTHER_ORGANIZATION = '0b8f9d2e-7c31-4a5d-8e6f-9a1b2c3d4e5f';

/** `aBenefit().withPrefix('ACME').limitedTo(3).build()` */
export class BenefitBuilder {
  private birth: Omit<NewBenefit, keyof Promised> = {
    organizationId: ORGANIZATION,
    description: 'A license key',
    metadata: {},
  };

  private other: Promised | null = null;
  private properties: LicenseKeysProperties = { prefix: null, expires: null, activations: null, limitUsage: null };

  of(organizationId: string): this {
    this.birth = { ...this.birth, organizationId };
    return this;
  }

  describedAs(description: string): this {
    this.birth = { ...this.birth, description };
    return this;
  }

  undeletable(): this {
    this.birth = { ...this.birth, deletable: false };
    return this;
  }

  custom(note: string | null = null): this {
    this.other = { type: 'custom', properties: { note } };
    return this;
  }

  featureFlag(): this {
    this.other = { type: 'feature_flag', properties: {} };
    return this;
  }

  withPrefix(prefix: string): this {
    return this.promising({ prefix });
  }

  expiringAfter(ttl: number, timeframe: Timeframe): this {
    return this.promising({ expires: { ttl, timeframe } });
  }

  limitedTo(limit: number, { enableCustomerAdmin = false } = {}): this {
    return this.promising({ activations: { limit, enableCustomerAdmin } });
  }

  usable(limitUsage: number): this {
    return this.promising({ limitUsage });
  }

  promising(some: Partial<LicenseKeysProperties>): this {
    this.properties = { ...this.properties, ...some };
    return this;
  }

  /** Just born, its birth still to be told. */
  born(): Benefit {
    const promised = this.other ?? { type: 'license_keys', properties: this.properties };
    return Benefit.create({ ...this.birth, ...promised }, BIRTH);
  }

  /** As it comes from the repository. */
  build(): Benefit {
    const benefit = this.born();
    benefit.pullEvents();
    return benefit;
  }
}

export const aBenefit = (): BenefitBuilder => new BenefitBuilder();
