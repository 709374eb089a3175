import { NotPermitted } from './domain-error.ts';

export class OrganizationBlocked extends NotPermitted {
  constructor() {
    super('The organization is blocked. Its data can be read, but not changed.');
  }

  override get error(): string {
    return 'NotPermitted';
  }
}

/**
 * Ids of the organizations that a caller may see and manage. Everything outside `visible` is treated as nonexistent. What belongs
 * to a blocked organization can be read, but not changed.
 */
export class Access {
  constructor(
    readonly visible: readonly string[],
    private readonly manageable: readonly string[],
    /** The object of the permission in the error message: `products`, `the organization`. */
    private readonly what: string,
    /** The verb of the permission in the error message. */
    private readonly verb = 'manage',
    private readonly blocked: readonly string[] = [],
  ) {}

  /** The visible organizations among the ids that a request names; all visible ones if it names none. */
  narrow(ids: readonly string[] | undefined): readonly string[] {
    return ids ? this.visible.filter((id) => ids.includes(id)) : this.visible;
  }

  /** Throws `NotPermitted` unless the caller may manage the organization. */
  assertCanManage(organizationId: string): void {
    if (this.blocked.includes(organizationId)) throw new OrganizationBlocked();
    if (!this.manageable.includes(organizationId)) {
      throw new NotPermitted(`You don't have permission to ${this.verb} ${this.what}`);
    }
  }
}
