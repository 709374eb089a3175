/** A key whose activations keep their places until they are deactivated. */
export interface NodeLockedPolicy {
  /** How many activations beyond the limit are granted. */
  readonly overdraft: number;
}
