import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Message {
  readonly to: string;
  readonly from: string;
  readonly subject: string;
  /** The plain text, decoded. */
  readonly text: string;
  /** All of it, decoded. */
  readonly raw: string;
}

/** The outgoing mail of a service without a mail server, which writes it to its data folder. */
export interface Mailbox {
  readonly folder: string;
  messages(): Promise<Message[]>;
  remove(): Promise<void>;
}

const decode = (text: string): string =>
  Buffer.from(
    text
      .replace(/=\r\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_match, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    'latin1',
  ).toString('utf8');

function parse(raw: string): Message {
  const header = (name: string): string => new RegExp(`^${name}: (.*)\r$`, 'm').exec(raw)?.[1] ?? '';
  const plain = /Content-Type: text\/plain[^]*?\r\n\r\n([^]*?)\r\n--/.exec(raw)?.[1] ?? '';
  return { to: header('To'), from: header('From'), subject: header('Subject'), text: decode(plain), raw: decode(raw) };
}

export async function openMailbox(): Promise<Mailbox> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-mailbox-'));
  return {
    folder,
    messages: async () => {
      const names = await readdir(join(folder, 'mail')).catch(() => []);
      const raw = await Promise.all(names.sort().map((name) => readFile(join(folder, 'mail', name), 'utf8')));
      return raw.map(parse);
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
