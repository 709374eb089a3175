import { type Access, CustomerAccess } from '#kernel';
import { LicenseKeyNotFound } from '../domain/license-key.errors.ts';
import type { KeyOwner } from '../domain/license-keys.ts';

/** Who acts on a key: somebody of the seller's, or the customer whose key it is. */
export type Actor = Access | CustomerAccess;

export const organizationsOf = (actor: Actor): readonly string[] =>
  actor instanceof CustomerAccess ? [actor.organizationId] : actor.visible;

/** The keys of other customers, and of other members, do not exist for a customer. */
export function assertCanSee(actor: Actor, { customerId, memberId }: KeyOwner): void {
  if (actor instanceof CustomerAccess && !(actor.customerId === customerId && actor.sees(memberId))) {
    throw new LicenseKeyNotFound();
  }
}

export function assertCanManage(actor: Actor, organizationId: string): void {
  if (!(actor instanceof CustomerAccess)) actor.assertCanManage(organizationId);
}
