import type { Activation } from '../activations/activation.ts';
import { activationNamed, isSameInstallation } from '../devices/devices.ts';
import type { CheckOuts } from '../floating/check-outs.ts';
import { processNamed } from '../floating/processes.ts';
import type { Installation, ValidationInput } from '../keys/license-key.types.ts';
import type { LeaseRequest } from '../leases/lease-request.ts';
import type { Leasing } from '../leases/leasing.ts';
import type { LicensePolicy } from '../policy/license-policy.ts';
import type { UseAttempt } from './check.ts';

interface KeyWithActivations {
  readonly activations: readonly Activation[];
  readonly policy: LicensePolicy | null;
  readonly leasing?: Leasing | undefined;
  readonly checkOuts?: CheckOuts | undefined;
}

type OnDevice = Pick<Installation, 'device' | 'installation' | 'described'>;

export const activationAttempt = (
  key: KeyWithActivations,
  installation: OnDevice & Pick<Installation, 'benefitId' | 'conditions' | 'application'>,
  now: Date,
): UseAttempt => ({
  operation: 'activate',
  now,
  activationId: null,
  ...onDevice(key, installation),
  conditions: installation.conditions,
  benefitId: installation.benefitId ?? null,
  customerId: null,
  incrementUsage: 0,
  ...saidOf(installation),
  hasOwnPlace: hasOwnPlace(key, installation),
});

export const leaseAttempt = (key: KeyWithActivations, request: LeaseRequest, now: Date): UseAttempt => {
  const { activationId, installation } = request;
  return {
    operation: 'lease',
    now,
    activationId,
    ...(activationId === null
      ? onDevice(key, installation)
      : { activation: withId(key.activations, activationId), neighbor: null }),
    conditions: installation.conditions,
    benefitId: installation.benefitId ?? null,
    customerId: null,
    incrementUsage: 0,
    units: request.units,
    ...saidOf(installation),
    hasOwnPlace: activationId === null && hasOwnPlace(key, installation),
  };
};

export const validationAttempt = ({ activations }: KeyWithActivations, input: ValidationInput, now: Date): UseAttempt => ({
  operation: 'validate',
  now,
  activationId: input.activationId,
  activation: input.activationId === null ? null : withId(activations, input.activationId),
  neighbor: null,
  conditions: input.conditions,
  benefitId: input.benefitId,
  customerId: input.customerId,
  benefitsOfProduct: input.benefitsOfProduct ?? null,
  entitlements: input.entitlements ?? null,
  incrementUsage: input.incrementUsage,
  increment: input.increment,
  device: null,
  installation: null,
  described: input.described ?? null,
  hasOwnPlace: false,
  application: input.application ?? null,
  release: input.release ?? null,
});

export const heartbeatAttempt = ({ activations }: KeyWithActivations, activationId: string, now: Date): UseAttempt => ({
  operation: 'heartbeat',
  now,
  activationId,
  activation: withId(activations, activationId),
  neighbor: null,
  conditions: {},
  benefitId: null,
  customerId: null,
  incrementUsage: 0,
  device: null,
  installation: null,
  described: null,
  hasOwnPlace: false,
  application: null,
});

const withId = (activations: readonly Activation[], id: string): Activation | null =>
  activations.find((each) => each.id === id && each.isLive) ?? null;

const hasOwnPlace = ({ leasing, policy }: KeyWithActivations, named: OnDevice): boolean =>
  leasing?.holdsPlaceFor(named, policy?.devices?.match) ?? false;

/** The activation of the installation or, if it has none, another one of its device. */
function onDevice(key: KeyWithActivations, named: OnDevice): Pick<UseAttempt, 'activation' | 'neighbor'> {
  const { activations, policy, checkOuts } = key;
  const known = checkOuts ? processNamed(key, checkOuts, named) : activationNamed(activations, named, policy?.devices?.match);
  return known && !isSameInstallation(known, named)
    ? { activation: null, neighbor: known }
    : { activation: known, neighbor: null };
}

const saidOf = ({
  device,
  installation,
  described,
  application,
}: OnDevice & Pick<Installation, 'application'>): Pick<UseAttempt, 'device' | 'installation' | 'described' | 'application'> => ({
  device,
  installation: installation ?? null,
  described: described ?? null,
  application: application ?? null,
});
