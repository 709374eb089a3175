import { NotPermitted } from './domain-error.ts';

/** Ids of the organizations that a caller may see and manage. Everything outside `visible` is treated as nonexistent. */
export class Access {
  constructor(
    readonly visible: readonly string[],
    private readonly manageable: readonly string[],
    /** The object of the permission in the error message: `products`, `the organization`. */
    private readonly what: string,
    /** The verb of the permission in the error message. */
    private readonly verb = 'manage',
  ) {}

  /** The visible organizations among the ids that a request names; all visible ones if it names none. */
  narrow(ids: readonly string[] | undefined): readonly string[] {
    return ids ? this.visible.filter((id) => ids.includes(id)) : this.visible;
  }

  /** Throws `NotPermitted` unless the caller may manage the organization. */
  assertCanManage(organizationId: string): void {
    if (!this.manageable.includes(organizationId)) {
      throw new NotPermitted(`You don't have permission to ${this.verb} ${this.what}`);
    }
  }
}
