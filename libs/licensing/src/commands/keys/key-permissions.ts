import { type Access, CustomerAccess } from '#kernel';
import { LicenseKeyNotFound } from '../../domain/keys/license-key.errors.ts';
import type { KeyOwner } from '../../domain/keys/license-keys.ts';

/** Who acts on a key: the seller, or a customer. */
export type Actor = Access | CustomerAccess;

export const organizationsOf = (actor: Actor): readonly string[] =>
  actor instanceof CustomerAccess ? [actor.organizationId] : actor.visible;

/** Customers do not see what another customer has, or a member that is hidden from them. */
export const canSee = (actor: Actor, { customerId, memberId }: Pick<KeyOwner, 'customerId' | 'memberId'>): boolean =>
  !(actor instanceof CustomerAccess) || (actor.customerId === customerId && actor.sees(memberId));

/** Throws `LicenseKeyNotFound` if a customer acts on a key that it does not see. */
export function assertCanSee(actor: Actor, owner: KeyOwner): void {
  if (!canSee(actor, owner)) throw new LicenseKeyNotFound();
}

export function assertCanManage(actor: Actor, organizationId: string): void {
  if (!(actor instanceof CustomerAccess)) actor.assertCanManage(organizationId);
}
