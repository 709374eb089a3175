/** A key that is used on fewer devices at the same time than it is activated on. Its limit of activations counts check-outs. */
export interface FloatingPolicy {
  /** How long a check-out lasts without a heartbeat. */
  readonly checkoutSeconds: number;
  /** How many check-outs beyond the limit are granted. */
  readonly overdraft: number;
  /** Left out if check-outs of a device share its place as installations do. */
  readonly processes?: ProcessesPolicy;
}

/** How processes of one device, which check out each for itself, share its place. */
export interface ProcessesPolicy {
  /** How many live check-outs share one place; the next one takes a further place. */
  readonly perDevice: number;
}
