/** Encrypts what has to be read again. */
export abstract class SecretBox {
  abstract seal(secret: Buffer): Buffer;
  abstract open(sealed: Buffer): Buffer;
}
