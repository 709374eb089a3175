/** A key that is used on fewer devices at the same time than it is activated on. Its limit of activations counts check-outs. */
export interface FloatingPolicy {
  /** How long a check-out lasts without a heartbeat. */
  readonly checkoutSeconds: number;
  /** How many check-outs beyond the limit are granted. */
  readonly overdraft: number;
}
