import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmailPart, MailTemplate, type Sender, SERVICE } from '#support/mails';
import { Config } from '#platform/config';
import { mailerFor } from './composition.ts';
import { render } from './render.ts';

const PARTS: readonly EmailPart[] = [
  'This is <b>bold</b>,',
  { code: 'A<B>1', caption: 'For "Ada & Co"' },
  { code: 'PLAIN' },
  { link: 'https://portal.example.com/?a=1&b="2"', label: 'Open' },
  { link: 'javascript:alert(1)', label: 'Nowhere' },
];
const words = ({ subject }: { readonly subject: string }) => ({ subject, parts: PARTS });
const template = new MailTemplate({
  name: 'of_this_spec',
  layout: 'branded',
  texts: { en: words, de: words, ar: words },
  sample: { subject: 'Your code\r\nBcc: eve@example.com' },
});
const SENDER: Sender = { ...SERVICE, name: 'Smith & Söhne <Tools>' };
const EMAIL = template.email('ada@example.com', SENDER, { subject: 'Your code\r\nBcc: eve@example.com' });

/** A mail server that accepts one message and records the lines it receives. */
async function mailServer(replies: { data?: string } = {}) {
  const received: string[] = [];
  const converse = (socket: Socket): void => {
    let inData = false;
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      for (const line of chunk.toString().split('\r\n').slice(0, -1)) {
        received.push(line);
        if (inData && line !== '.') continue;
        const reply = inData
          ? (replies.data ?? '250 accepted')
          : line === 'DATA'
            ? '354 go'
            : line === 'QUIT'
              ? '221 bye'
              : '250 ok';
        inData = line === 'DATA';
        socket.write(`${reply}\r\n`);
      }
    });
    socket.on('error', () => undefined);
  };
  const server = createServer(converse);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  return { received, url: `smtp://127.0.0.1:${port}`, close: () => new Promise((closed) => server.close(closed)) };
}

test('text and HTML have the same content, and HTML is escaped', () => {
  const { text, html } = render(EMAIL);
  expect(text).toBe(
    [
      'Hello,',
      'This is <b>bold</b>,',
      'For "Ada & Co": A<B>1',
      'PLAIN',
      'Open: https://portal.example.com/?a=1&b="2"',
      'Nowhere: ',
      'Smith & Söhne <Tools>\n',
    ].join('\n\n'),
  );
  expect(html).toContain('This is &lt;b&gt;bold&lt;/b&gt;,');
  expect(html).toContain('For &quot;Ada &amp; Co&quot;<br />');
  expect(html).toContain('>A&lt;B&gt;1</span>');
  expect(html).toContain('href="https://portal.example.com/?a=1&amp;b=&quot;2&quot;"');
  expect(html).toContain('Smith &amp; Söhne &lt;Tools&gt;');
  expect(html).toContain('<title>Your code Bcc: eve@example.com</title>');
  expect(html).not.toContain('javascript:');
});

test('only a logo with an address of the web is shown', () => {
  const withLogo = (logoUrl: string) => render(template.preview({ ...SENDER, logoUrl, color: '#facc15' }, 'de')).html;
  expect(withLogo('https://example.com/logo.png?a="b"')).toContain(
    'src="https://example.com/logo.png?a=&quot;b&quot;" alt="Smith &amp; Söhne &lt;Tools&gt;"',
  );
  expect(withLogo('data:text/html,x')).not.toContain('<img');
  expect(withLogo('https://example.com/logo.png')).toContain('color:#000000');
});

describe('without a mail server', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'latchkey-mail-'));
  });
  afterEach(() => rm(folder, { recursive: true }));

  test('an email becomes a file that only its owner can read', async () => {
    const mailer = mailerFor(Config.from({ LATCHKEY_DATA: folder, MAIL_FROM: 'licenses@example.com' }));
    await mailer.send(EMAIL);
    await mailer.send(template.email('ada@example.com', { ...SENDER, name: 'Acme' }, { subject: 'Plain' }));
    const files = (await readdir(join(folder, 'mail'))).map((file) => join(folder, 'mail', file));
    expect(files).toHaveLength(2);
    expect(files.every((file) => file.endsWith('.eml'))).toBe(true);
    expect((await stat(files[0]!)).mode & 0o777).toBe(0o600);
    const messages = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    expect(messages.filter((message) => /^Bcc:/m.test(message))).toEqual([]);
    const plain = messages.find((message) => message.includes('Subject: Plain\r\n'));
    expect(plain).toContain('From: Acme <licenses@example.com>\r\n');
    expect(plain).toContain('To: ada@example.com\r\n');
  });
});

describe('with a mail server', () => {
  test('an email is sent through it', async () => {
    const server = await mailServer();
    try {
      await mailerFor(Config.from({ SMTP_URL: server.url, MAIL_FROM: 'licenses@example.com' })).send(EMAIL);
      expect(server.received).toEqual(expect.arrayContaining(['MAIL FROM:<licenses@example.com>', 'RCPT TO:<ada@example.com>']));
      expect(server.received.filter((line) => line.startsWith('RCPT'))).toHaveLength(1);
      expect(server.received).toContain('Subject: Your code Bcc: eve@example.com');
    } finally {
      await server.close();
    }
  });

  test('an email that the server rejects is an error', async () => {
    const server = await mailServer({ data: '451 later' });
    try {
      const mailer = mailerFor(Config.from({ SMTP_URL: server.url, MAIL_FROM: 'licenses@example.com' }));
      await expect(mailer.send(EMAIL)).rejects.toThrow('later');
    } finally {
      await server.close();
    }
  });
});
