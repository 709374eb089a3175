/** A text that is stored and needed again, such as a key of another service. */
export type EncryptedSecret = Buffer;

/** Port that encrypts with the newest secret key and decrypts what any of them encrypted. */
export abstract class Secrets {
  abstract encrypt(secret: string): EncryptedSecret;
  abstract decrypt(secret: EncryptedSecret): string;
}
