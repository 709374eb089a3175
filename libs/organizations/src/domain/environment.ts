/** Where the service runs: for real, or as a sandbox in which people try things. */
export abstract class Environment {
  abstract readonly sandbox: boolean;
}
