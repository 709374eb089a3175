/** An OpenPGP key, as armored texts. */
export interface RepositoryKey {
  readonly publicKey: string;
  readonly privateKey: string;
  readonly createdAt: Date;
}

/** The keys with which the package repositories of organizations are signed: one for each. */
export abstract class RepositoryKeys {
  abstract find(organizationId: string): Promise<RepositoryKey | null>;

  /** Stores the key, unless there is one by now. Returns the one that is stored. */
  abstract add(organizationId: string, key: RepositoryKey): Promise<RepositoryKey>;
}
