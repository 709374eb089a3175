import { DomainEvent } from '#kernel';

/** A bulk change was begun, or a part of it was done and others are left: the next part is to be done. */
export class LicenseKeyBulkChangeQueued extends DomainEvent<'license_key_bulk_change.queued', { readonly is_undo: boolean }> {
  readonly name = 'license_key_bulk_change.queued';

  constructor(change: { readonly organizationId: string; readonly id: string }, at: Date, isUndo: boolean) {
    super(change.organizationId, change.id, at, { is_undo: isUndo });
  }
}
