import { type Access, CustomerAccess } from '#kernel';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import type { KeyOwner } from '../../domain/keys/license-keys.ts';

/** Who acts on a key: the seller, or a customer. */
export type Actor = Access | CustomerAccess;

export const organizationsOf = (actor: Actor): readonly string[] =>
  actor instanceof CustomerAccess ? [actor.organizationId] : actor.visible;

/** Throws `LicenseKeyNotFound` if a customer acts on a key of another customer, or of a member that it may not see. */
export function assertCanSee(actor: Actor, { customerId, memberId }: KeyOwner): void {
  if (actor instanceof CustomerAccess && !(actor.customerId === customerId && actor.sees(memberId))) {
    throw new LicenseKeyNotFound();
  }
}

export function assertCanManage(actor: Actor, organizationId: string): void {
  if (!(actor instanceof CustomerAccess)) actor.assertCanManage(organizationId);
}
