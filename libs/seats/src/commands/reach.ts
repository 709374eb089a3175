import type { Access } from '#kernel';

interface Owned {
  readonly organizationId: string;
  readonly customerId: string;
}

/** Whose seats are meant: those that sellers have sold, or those that one customer has bought. */
export class Reach {
  private constructor(
    readonly organizations: readonly string[],
    readonly customerId: string | null,
    private readonly access: Access | null,
  ) {}

  static ofSeller(access: Access): Reach {
    return new Reach(access.visible, null, access);
  }

  static ofCustomer({ organizationId, customerId }: Owned): Reach {
    return new Reach([organizationId], customerId, null);
  }

  includes({ organizationId, customerId }: Owned): boolean {
    return this.organizations.includes(organizationId) && (this.customerId === null || this.customerId === customerId);
  }

  /** Refuses a seller who sees the seats but may not change them. */
  demandManage({ organizationId }: Owned): void {
    this.access?.demandManage(organizationId);
  }
}
