/** Who gets an e-mail when a limit of a key refused a device. */
export interface RefusalNoticesPolicy {
  readonly mails?: { readonly customer?: boolean; readonly seller?: boolean };
}
