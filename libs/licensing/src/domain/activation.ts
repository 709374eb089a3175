import { newId } from '#kernel';
import { type Conditions, sameConditions } from './conditions.ts';
import { ActivationNotFound } from './license-key.errors.ts';

/** An activation as commands return it. `conditions` are never returned. */
export interface ActivationSnapshot {
  readonly id: string;
  readonly licenseKeyId: string;
  readonly label: string;
  readonly meta: Conditions;
  readonly createdAt: Date;
  readonly modifiedAt: Date | null;
}

export interface NewActivation {
  readonly organizationId: string;
  readonly licenseKeyId: string;
  readonly label: string;
  readonly conditions: Conditions;
  readonly meta: Conditions;
  readonly device: string | null;
}

/** What remains of an activation whose customer was anonymized. */
export const ERASED = { label: 'anonymized', conditions: {}, meta: {}, device: null } as const;

/** One installation of a license key, until it is deactivated. Stored as a row of its own: a key may have very many. */
export class Activation {
  readonly id: string;
  readonly organizationId: string;
  readonly licenseKeyId: string;
  readonly label: string;
  readonly conditions: Conditions;
  readonly meta: Conditions;
  /** Device id sent by the application, if any; unique among the live activations of a key. */
  readonly device: string | null;
  readonly createdAt: Date;
  readonly modifiedAt: Date | null;
  deactivatedAt: Date | null;

  private constructor(attributes: NewActivation, now: Date) {
    this.id = newId('activation');
    this.organizationId = attributes.organizationId;
    this.licenseKeyId = attributes.licenseKeyId;
    this.label = attributes.label;
    this.conditions = attributes.conditions;
    this.meta = attributes.meta;
    this.device = attributes.device;
    this.createdAt = now;
    this.modifiedAt = null;
    this.deactivatedAt = null;
  }

  static create(attributes: NewActivation, now: Date): Activation {
    return new Activation(attributes, now);
  }

  get isLive(): boolean {
    return this.deactivatedAt === null;
  }

  /** An activation without conditions accepts any. */
  accepts(presented: Conditions): boolean {
    return Object.keys(this.conditions).length === 0 || sameConditions(this.conditions, presented);
  }

  get facts(): ActivationSnapshot {
    const { id, licenseKeyId, label, meta, createdAt, modifiedAt } = this;
    return { id, licenseKeyId, label, meta, createdAt, modifiedAt };
  }
}

/** The live activation with this id. Throws `ActivationNotFound`. */
export function liveActivation(activations: readonly Activation[], id: string): Activation {
  const activation = activations.find((each) => each.id === id && each.isLive);
  if (!activation) throw new ActivationNotFound();
  return activation;
}
