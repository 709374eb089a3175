/** The role of a member in the team of a customer. */
export type MemberRole = 'owner' | 'billing_manager' | 'member';

/**
 * What a signed-in customer or member may see of the customer's data. The customer sees everything; a member sees what is
 * assigned to it; an owner or a billing manager also sees what is assigned to no member.
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
