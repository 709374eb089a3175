/** An encrypted secret, as it is stored. */
export type EncryptedSecret = Buffer;

/** Port that encrypts and decrypts the secrets of connectors. */
export abstract class ConnectorSecrets {
  abstract encrypt(secret: string): EncryptedSecret;
  abstract decrypt(secret: EncryptedSecret): string;

  /** Re-encrypts, in batches, the stored secrets that are encrypted with older keys. Returns the number of connectors. */
  abstract reencrypt(): Promise<number>;
}
