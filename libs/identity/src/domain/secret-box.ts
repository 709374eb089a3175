/** Encrypts what has to be read again. */
export abstract class SecretBox {
  abstract seal(secret: string): Buffer;
  abstract open(sealed: Buffer): string;

  /** Encrypts again what an earlier secret key of the service encrypted. Returns the number of rows. */
  abstract reencrypt(): Promise<number>;
}
