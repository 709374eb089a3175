import type { Conditions } from './conditions.ts';

/** What is known of an activation from outside the domain. `conditions` are never shown. */
export interface ActivationSnapshot {
  readonly id: string;
  readonly licenseKeyId: string;
  readonly label: string;
  readonly meta: Conditions;
  readonly createdAt: Date;
  readonly modifiedAt: Date | null;
}

/** One installation that holds a slot of its key until it is deactivated. A row of its own: a key may have very many. */
export class Activation {
  readonly id!: string;
  readonly organizationId!: string;
  readonly licenseKeyId!: string;
  readonly label!: string;
  readonly conditions!: Conditions;
  readonly meta!: Conditions;
  /** The device it was made on, where the application told; unique among the live activations of a key. */
  readonly device!: string | null;
  readonly createdAt!: Date;
  readonly modifiedAt!: Date | null;
  deactivatedAt!: Date | null;

  static of(fields: Omit<Activation, 'isLive' | 'facts' | 'modifiedAt' | 'deactivatedAt'>): Activation {
    return Object.assign(Object.create(Activation.prototype) as Activation, { ...fields, modifiedAt: null, deactivatedAt: null });
  }

  get isLive(): boolean {
    return this.deactivatedAt === null;
  }

  get facts(): ActivationSnapshot {
    const { id, licenseKeyId, label, meta, createdAt, modifiedAt } = this;
    return { id, licenseKeyId, label, meta, createdAt, modifiedAt };
  }
}
