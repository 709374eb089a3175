import type { Activation } from '../activations/activation.ts';
import { activationNamed } from '../devices/devices.ts';
import type { Installation, ValidationInput } from '../keys/license-key.types.ts';
import type { LeaseRequest } from '../leases/lease-request.ts';
import type { Leasing } from '../leases/leasing.ts';
import type { LicensePolicy } from '../policy/license-policy.ts';
import type { Attempt } from './check.ts';

interface KeyWithActivations {
  readonly activations: readonly Activation[];
  readonly policy: LicensePolicy | null;
  readonly leasing?: Leasing | undefined;
}

type OnDevice = Pick<Installation, 'device' | 'described'>;

export const activationAttempt = (
  key: KeyWithActivations,
  {
    conditions,
    device,
    benefitId,
    described,
    application,
  }: OnDevice & Pick<Installation, 'benefitId' | 'conditions' | 'application'>,
  now: Date,
): Attempt => ({
  operation: 'activate',
  now,
  activationId: null,
  activation: activationOf(key, { device, described }),
  conditions,
  benefitId: benefitId ?? null,
  customerId: null,
  incrementUsage: 0,
  device,
  described: described ?? null,
  hasOwnPlace: hasOwnPlace(key, { device, described }),
  application: application ?? null,
});

export const leaseAttempt = (key: KeyWithActivations, request: LeaseRequest, now: Date): Attempt => {
  const { activationId, installation } = request;
  return {
    operation: 'lease',
    now,
    activationId,
    activation: activationId === null ? activationOf(key, installation) : withId(key.activations, activationId),
    conditions: installation.conditions,
    benefitId: installation.benefitId ?? null,
    customerId: null,
    incrementUsage: 0,
    device: installation.device,
    described: installation.described ?? null,
    hasOwnPlace: activationId === null && hasOwnPlace(key, installation),
    application: installation.application ?? null,
  };
};

export const validationAttempt = ({ activations }: KeyWithActivations, input: ValidationInput, now: Date): Attempt => ({
  operation: 'validate',
  now,
  activationId: input.activationId,
  activation: input.activationId === null ? null : withId(activations, input.activationId),
  conditions: input.conditions,
  benefitId: input.benefitId,
  customerId: input.customerId,
  incrementUsage: input.incrementUsage,
  device: null,
  described: input.described ?? null,
  hasOwnPlace: false,
  application: input.application ?? null,
});

export const heartbeatAttempt = ({ activations }: KeyWithActivations, activationId: string, now: Date): Attempt => ({
  operation: 'heartbeat',
  now,
  activationId,
  activation: withId(activations, activationId),
  conditions: {},
  benefitId: null,
  customerId: null,
  incrementUsage: 0,
  device: null,
  described: null,
  hasOwnPlace: false,
  application: null,
});

const withId = (activations: readonly Activation[], id: string): Activation | null =>
  activations.find((each) => each.id === id && each.isLive) ?? null;

const hasOwnPlace = ({ leasing, policy }: KeyWithActivations, named: OnDevice): boolean =>
  leasing?.holdsPlaceFor(named, policy?.devices?.match) ?? false;

const activationOf = ({ activations, policy }: KeyWithActivations, named: OnDevice): Activation | null =>
  activationNamed(activations, named, policy?.devices?.match);
