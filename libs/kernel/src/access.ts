import { NotPermitted } from './domain-error.ts';

/** What a caller may see and manage, by organization id. Everything outside `visible` does not exist for the caller. */
export class Access {
  constructor(
    readonly visible: readonly string[],
    private readonly manageable: readonly string[],
    /** What the permission is about, as the refusal names it: `products`, `the organization`. */
    private readonly what: string,
    /** … and what would be done with it. */
    private readonly verb = 'manage',
  ) {}

  /** Refuses a caller who sees the organization's things but may not change them. */
  assertCanManage(organizationId: string): void {
    if (!this.manageable.includes(organizationId)) {
      throw new NotPermitted(`You don't have permission to ${this.verb} ${this.what}`);
    }
  }
}
