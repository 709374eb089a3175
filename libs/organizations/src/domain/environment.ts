/** Tells whether the service runs as a sandbox, in which organizations need no review. */
export abstract class Environment {
  abstract readonly sandbox: boolean;
}
