import { newId } from '#kernel';
import type { Conditions } from './conditions.ts';

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

  get facts(): ActivationSnapshot {
    const { id, licenseKeyId, label, meta, createdAt, modifiedAt } = this;
    return { id, licenseKeyId, label, meta, createdAt, modifiedAt };
  }
}
