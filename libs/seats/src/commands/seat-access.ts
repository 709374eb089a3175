import type { Access } from '#kernel';

interface Owned {
  readonly organizationId: string;
  readonly customerId: string;
}

/** The purchases whose seats a caller may see: those of a seller's organizations, or those of one customer. */
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

  /** Throws `NotPermitted` for a seller who may see the seats but not change them. */
  assertCanManage({ organizationId }: Owned): void {
    this.access?.assertCanManage(organizationId);
  }
}
