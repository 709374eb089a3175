/** The role of a member in a customer's team. */
export type MemberRole = 'owner' | 'billing_manager' | 'member';

/**
 * What a signed-in portal user may see of one customer's resources. The customer itself sees all of them. A member sees those
 * assigned to it; an owner or billing manager also sees those assigned to no member.
 */
export class CustomerAccess {
  constructor(
    readonly organizationId: string,
    readonly customerId: string,
    readonly member: { readonly id: string; readonly role: MemberRole } | null,
  ) {}

  get seesEverything(): boolean {
    return this.member === null;
  }

  get seesUnassigned(): boolean {
    return this.member?.role !== 'member';
  }

  sees(memberId: string | null): boolean {
    if (this.seesEverything) return true;
    return memberId === null ? this.seesUnassigned : memberId === this.member!.id;
  }
}
