import { type Access, ResourceNotFound } from '#kernel';

/** Who changes the single sign-on of which organization. */
export interface SingleSignOnChange {
  readonly access: Access;
  readonly organizationId: string;
  /** The user who makes the change. */
  readonly by: string;
}

/** Throws `ResourceNotFound` and `NotPermitted`. */
export function assertManages({ access, organizationId }: SingleSignOnChange): void {
  if (!access.visible.includes(organizationId)) throw new ResourceNotFound();
  access.assertCanManage(organizationId);
}
