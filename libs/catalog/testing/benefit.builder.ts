import type { TypedProperties } from '../src/domain/benefit-type.ts';
import { Benefit, type NewBenefit } from '../src/domain/benefit.ts';
import type { LicenseKeysProperties, Timeframe } from '../src/domain/license-keys-properties.ts';
import type { Visibility } from '../src/domain/visibility.ts';

const CREATED_AT = new Date('2026-01-01T00:00:00Z');

export const ORGANIZATION = '6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f';
export const OTHER_ORGANIZATION = '0b8f9d2e-7c31-4a5d-8e6f-9a1b2c3d4e5f';

/** `aBenefit().withPrefix('ACME').limitedTo(3).build()` */
export class BenefitBuilder {
  private attributes: Omit<NewBenefit, keyof TypedProperties> = {
    organizationId: ORGANIZATION,
    description: 'A license key',
    metadata: {},
  };

  private other: TypedProperties | null = null;
  private properties: LicenseKeysProperties = { prefix: null, expires: null, activations: null, limitUsage: null };

  of(organizationId: string): this {
    this.attributes = { ...this.attributes, organizationId };
    return this;
  }

  describedAs(description: string): this {
    this.attributes = { ...this.attributes, description };
    return this;
  }

  undeletable(): this {
    this.attributes = { ...this.attributes, deletable: false };
    return this;
  }

  custom(note: string | null = null): this {
    this.other = { type: 'custom', properties: { note } };
    return this;
  }

  downloadables(...files: string[]): this {
    this.other = { type: 'downloadables', properties: { files, archived: {} } };
    return this;
  }

  visible(visibility: Visibility): this {
    this.attributes = { ...this.attributes, visibility };
    return this;
  }

  featureFlag(): this {
    this.other = { type: 'feature_flag', properties: {} };
    return this;
  }

  withPrefix(prefix: string): this {
    return this.withProperties({ prefix });
  }

  expiringAfter(ttl: number, timeframe: Timeframe): this {
    return this.withProperties({ expires: { ttl, timeframe } });
  }

  limitedTo(limit: number, { enableCustomerAdmin = false } = {}): this {
    return this.withProperties({ activations: { limit, enableCustomerAdmin } });
  }

  usable(limitUsage: number): this {
    return this.withProperties({ limitUsage });
  }

  withProperties(some: Partial<LicenseKeysProperties>): this {
    this.properties = { ...this.properties, ...some };
    return this;
  }

  /** As it is before it is stored: with its recorded events. */
  newUnsaved(): Benefit {
    const typedProperties = this.other ?? { type: 'license_keys', properties: this.properties };
    return Benefit.create({ ...this.attributes, ...typedProperties }, CREATED_AT);
  }

  /** As the repository loads it: without recorded events. */
  build(): Benefit {
    const benefit = this.newUnsaved();
    benefit.pullEvents();
    return benefit;
  }
}

export const aBenefit = (): BenefitBuilder => new BenefitBuilder();
