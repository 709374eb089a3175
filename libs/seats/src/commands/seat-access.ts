import type { Access } from '#kernel';

interface Owned {
  readonly organizationId: string;
  readonly customerId: string;
}

/** Whose seats are meant: those that sellers have sold, or those that one customer has bought. */
export class SeatAccess {
  private constructor(
    readonly organizations: readonly string[],
    readonly customerId: string | null,
    private readonly access: Access | null,
  ) {}

  static ofSeller(access: Access): SeatAccess {
    return new SeatAccess(access.visible, null, access);
  }

  static ofCustomer({ organizationId, customerId }: Owned): SeatAccess {
    return new SeatAccess([organizationId], customerId, null);
  }

  includes({ organizationId, customerId }: Owned): boolean {
    return this.organizations.includes(organizationId) && (this.customerId === null || this.customerId === customerId);
  }

  /** Refuses a seller who sees the seats but may not change them. */
  assertCanManage({ organizationId }: Owned): void {
    this.access?.assertCanManage(organizationId);
  }
}
