/** The role of a member in the team of a customer. */
export type MemberRole = 'owner' | 'billing_manager' | 'member';

/**
 * What of one customer may be seen by whoever signed in there: the customer itself sees everything of its own; a member sees
 * what carries its id; an owner or billing manager also what carries no member.
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
