import type { Activation } from '../activation.ts';
import type { Installation, LeaseRequest, ValidationInput } from '../license-key.types.ts';
import type { Attempt } from './check.ts';

interface KeyWithActivations {
  readonly activations: readonly Activation[];
}

export const activationAttempt = (
  { activations }: KeyWithActivations,
  { conditions, device, application }: Pick<Installation, 'conditions' | 'device' | 'application'>,
  now: Date,
): Attempt => ({
  operation: 'activate',
  now,
  activationId: null,
  activation: activationOf(activations, device),
  conditions,
  benefitId: null,
  customerId: null,
  incrementUsage: 0,
  application: application ?? null,
});

export const leaseAttempt = ({ activations }: KeyWithActivations, request: LeaseRequest, now: Date): Attempt => {
  const { activationId, installation } = request;
  return {
    operation: 'lease',
    now,
    activationId,
    activation: activationId === null ? activationOf(activations, installation.device) : withId(activations, activationId),
    conditions: installation.conditions,
    benefitId: null,
    customerId: null,
    incrementUsage: 0,
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
  application: input.application ?? null,
});

const withId = (activations: readonly Activation[], id: string): Activation | null =>
  activations.find((each) => each.id === id && each.isLive) ?? null;

const activationOf = (activations: readonly Activation[], device: string | null): Activation | null =>
  device === null ? null : (activations.find((each) => each.isLive && each.device === device) ?? null);
