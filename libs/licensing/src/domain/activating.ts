import {
  ActivationLimitReached,
  ActivationsNotSupported,
  ExpiredKeyNotActivated,
  InactiveKeyNotActivated,
  type Status,
} from './license-key.errors.ts';

/** Throws unless a key in this state can have activations. Checks run in order of precedence. */
export function assertActivatable(status: Status, isExpired: boolean, limitActivations: number | null): void {
  if (status !== 'granted') throw new InactiveKeyNotActivated(status);
  if (isExpired) throw new ExpiredKeyNotActivated();
  if (!limitActivations) throw new ActivationsNotSupported();
}

/** Throws if all slots are taken. */
export function assertSlotFree(taken: number, limitActivations: number | null): void {
  if (taken >= limitActivations!) throw new ActivationLimitReached();
}
