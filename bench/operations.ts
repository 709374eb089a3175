import { ORGANIZATION_ID } from './data-set.ts';
import type { PresentedKeys } from './load/workload.ts';

/** The device of the activation that each key has for leases. */
export const DEVICE = 'bench';

interface Range {
  readonly firstKey?: number;
  readonly keys: number;
  readonly step?: number;
  /** The owner of the keys; by default the organization of the data sets. */
  readonly organizationId?: string;
}

/** A complete validation: no credentials, the customer is part of the response, usage is counted. */
export const validate = ({ firstKey = 0, organizationId = ORGANIZATION_ID, ...range }: Range): PresentedKeys => ({
  path: '/v1/customer-portal/license-keys/validate',
  firstKey,
  ...range,
  body: { organization_id: organizationId, increment_usage: 1 },
});

/** A validation that adds to a counter. */
export const increment = ({ organizationId = ORGANIZATION_ID, ...range }: Range): PresentedKeys => ({
  ...validate(range),
  body: { organization_id: organizationId, increment: { counter: 'exports', units: 1 } },
});

export const activate = ({ firstKey = 0, organizationId = ORGANIZATION_ID, ...range }: Range): PresentedKeys => ({
  path: '/v1/customer-portal/license-keys/activate',
  firstKey,
  ...range,
  body: { organization_id: organizationId, label: 'bench', meta: { version: '1.2.3' } },
});

/** Renews the lease of the device. */
export const lease = ({ firstKey = 0, organizationId = ORGANIZATION_ID, ...range }: Range): PresentedKeys => ({
  path: '/v1/customer-portal/license-keys/lease',
  firstKey,
  ...range,
  body: { organization_id: organizationId, label: 'bench', nonce: 'p4Xk0o6bTqWm' },
  device: DEVICE,
});

export const OPERATIONS = { validate, activate };
export type Operation = keyof typeof OPERATIONS;
