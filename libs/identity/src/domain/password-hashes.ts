/** Hashes passwords, which takes a while and memory on purpose. */
export abstract class PasswordHashes {
  abstract hash(password: string): Promise<string>;

  /** False for null, after as much work as for a hash, so that the time does not reveal whether there is one. */
  abstract verify(hash: string | null, password: string): Promise<boolean>;

  /** Whether a hash was made with weaker parameters than those of today. */
  abstract isOutdated(hash: string): boolean;
}
