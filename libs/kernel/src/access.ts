import { NotPermitted, ResourceNotFound } from './domain-error.ts';

export class OrganizationBlocked extends NotPermitted {
  constructor() {
    super('The organization is blocked. Its data can be read, but not changed.');
  }

  override get error(): string {
    return 'NotPermitted';
  }
}

/** What a caller is told who names an organization that it does not see; undefined if that is the same for everybody: that there is none. */
export type Refusal = (organizationId: string) => NotPermitted | undefined;

/**
 * Ids of the organizations that a caller may see and manage. Everything outside `visible` is treated as nonexistent, unless the caller
 * names an organization for which there is a refusal. What belongs to a blocked organization can be read, but not changed.
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
    private readonly refusal: Refusal = () => undefined,
  ) {}

  /** The visible organizations among the ids that a request names; all visible ones if it names none. Throws `NotPermitted` for a refusal. */
  narrow(ids: readonly string[] | undefined): readonly string[] {
    if (!ids) return this.visible;
    for (const id of ids) this.throwRefusal(id);
    return this.visible.filter((id) => ids.includes(id));
  }

  /** For an organization that a request names. Throws `ResourceNotFound`, or `NotPermitted` for a refusal. */
  assertSees(organizationId: string): void {
    if (this.visible.includes(organizationId)) return;
    this.throwRefusal(organizationId);
    throw new ResourceNotFound();
  }

  /** Throws `NotPermitted` unless the caller may manage the organization. */
  assertCanManage(organizationId: string): void {
    if (this.blocked.includes(organizationId)) throw new OrganizationBlocked();
    if (!this.manageable.includes(organizationId)) {
      throw new NotPermitted(`You don't have permission to ${this.verb} ${this.what}`);
    }
  }
  private throwRefusal(organizationId: string): void {
    const refusal = this.refusal(organizationId);
    if (refusal) throw refusal;
  }
}
