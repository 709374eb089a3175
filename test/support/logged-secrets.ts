import { openLog } from '#engine/logging';
import { isSecretName } from '#platform/wire/composition';

/**
 * The log of the suites, and the secrets that they have sent or received. `assertNoSecretsLogged` fails the suite if one of them is in
 * the log: test/support/database.ts calls it with every database that is dropped.
 */
let lines: string[] = [];

/** Why a license key was refused is in a field `code` too. */
const REFUSAL = /^[A-Z_]+$/;
/** Sign-in codes have six characters. */
const MIN_LENGTH = 6;
/** Ids and times contain such texts by chance: codes of authenticator apps, sign-in codes of digits such as `0000-000000`. */
const PART_OF_ID = /^[0-9a-f-]{1,35}$/;
/** What suites send in place of a secret. Suites of a process share the secrets, and logs have words such as `unknown`. */
const WORD = /^[a-z]+([_-][a-z]+)*$/;
/** Only the latest, because suites that issue many keys are many. */
const MOST = 5_000;

const secrets = new Set<string>();

export function noteSecret(secret: string): void {
  if (secret.length < MIN_LENGTH || [REFUSAL, PART_OF_ID, WORD].some((each) => each.test(secret))) return;
  secrets.add(secret);
  if (secrets.size > MOST) secrets.delete(secrets.values().next().value!);
}

/** Notes the secrets in a body, at any depth. */
export function noteSecretsIn(value: unknown): void {
  if (typeof value !== 'object' || value === null || Buffer.isBuffer(value)) return;
  for (const [name, content] of Object.entries(value)) {
    if (typeof content !== 'string') noteSecretsIn(content);
    else if (isSecretName(name)) noteSecret(content.replace(/^Bearer */, ''));
  }
}

export const noteSecretsOfQuery = (url: string): void =>
  noteSecretsIn(Object.fromEntries(new URL(url, 'http://service.test').searchParams));

const secretsIn = (text: string): string[] => [...secrets].filter((secret) => text.includes(secret));

/** Throws if the text, such as the output of a process, has a line of a log with a secret. */
export function assertNoSecretsIn(text: string): void {
  const logged = text.split('\n').filter((line) => line.startsWith('{"level"'));
  if (secretsIn(logged.join('\n')).length === 0) return;
  const found = logged.find((line) => secretsIn(line).length > 0);
  if (found) throw new Error(`The log contains the secret ${secretsIn(found)[0]}: ${found}`);
}

/** The lines of the log since the last call. */
export function takeLog(): Record<string, unknown>[] {
  const taken = lines;
  lines = [];
  return taken.map((line) => JSON.parse(line) as Record<string, unknown>);
}

export function assertNoSecretsLogged(): void {
  const text = lines.join('');
  lines = [];
  assertNoSecretsIn(text);
}

openLog({ level: 'debug', requests: true }, { process: 'test' }, { write: (line) => void lines.push(line) });
