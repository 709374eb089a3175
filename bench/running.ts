/** A server that can be put under load. */
export interface Running {
  readonly port: number;
  readonly close: () => PromiseLike<unknown>;
}
