/** Creates and reads recovery codes. Adapters decide on their format and digest keys. */
export abstract class RecoveryCodeSecrets {
  abstract make(): { readonly code: string; readonly digest: string };

  /** The digests under all current keys; none if the text is not in the format of a code. */
  abstract digestsOf(typed: string): readonly string[];
}
