import type { RepositoryKey } from '../../domain/repository-keys.ts';

/** Without a random note in signatures: the same text signed at the same time has the same signature. */
const CONFIG = { nonDeterministicSignaturesViaNotation: false, showVersion: false, showComment: false } as const;

/** Loaded when it is used: 1.2 MB. */
const load = () => import('openpgp');

/** A key that signs, and nothing else. Ed25519 in the form that GnuPG 2.2 and the tools of Debian know. */
export async function newOpenPgpKey(name: string, createdAt: Date): Promise<RepositoryKey> {
  const { generateKey } = await load();
  const { publicKey, privateKey } = await generateKey({
    type: 'ecc',
    curve: 'ed25519Legacy',
    userIDs: [{ name }],
    subkeys: [],
    date: createdAt,
    format: 'armored',
    config: CONFIG,
  });
  return { publicKey, privateKey, createdAt };
}

/** The text with its signature around it (`InRelease`). */
export async function signedInline({ privateKey }: RepositoryKey, text: string, date: Date): Promise<string> {
  const { createCleartextMessage, readPrivateKey, sign } = await load();
  const signingKeys = await readPrivateKey({ armoredKey: privateKey });
  return sign({ message: await createCleartextMessage({ text }), signingKeys, date, config: CONFIG });
}

/** The signature alone (`Release.gpg`). */
export async function signatureOf({ privateKey }: RepositoryKey, text: string, date: Date): Promise<string> {
  const { createMessage, readPrivateKey, sign } = await load();
  const signingKeys = await readPrivateKey({ armoredKey: privateKey });
  const message = await createMessage({ binary: Buffer.from(text) });
  return sign({ message, detached: true, signingKeys, date, config: CONFIG });
}
