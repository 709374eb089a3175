import { Conflict, ValidationFailed } from '#kernel';

export class LicenseKeyNotTransferable extends Conflict {}

export const isRevokedForGood = (): Conflict =>
  new LicenseKeyNotTransferable('A revoked license key, or one of a deleted customer, cannot be transferred.');

export const holdsAlready = (customerId: string): ValidationFailed =>
  ValidationFailed.at(['customerId'], 'The customer holds the license key already.', customerId);

export const belongsToSeat = (): Conflict =>
  new LicenseKeyNotTransferable('The license key belongs to a seat. Revoke the seat and assign it to somebody else instead.');

export const hasTooManyActivations = (most: number): Conflict =>
  new LicenseKeyNotTransferable(`The license key has more than ${most} activations. Deactivate some of them first.`);
