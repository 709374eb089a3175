import { createServer, type Socket } from 'node:net';

/** What a mail server of the tests replies to the commands about a recipient; it accepts all others. */
export type Replies = (recipient: string) => string | undefined;

/** A mail server on this machine that keeps the emails that it accepted. */
export async function openMailServer(replies: Replies) {
  const accepted: { readonly to: string; readonly text: string }[] = [];
  const converse = (socket: Socket): void => {
    let isInData = false;
    let recipient = '';
    let text = '';
    let rest = '';
    const replyTo = (line: string): string | undefined => {
      if (isInData) {
        if (line !== '.') {
          text += `${line}\r\n`;
          return undefined;
        }
        isInData = false;
        accepted.push({ to: recipient, text });
        text = '';
        return '250 2.0.0 accepted';
      }
      if (line.startsWith('RCPT TO:')) {
        recipient = line.slice(line.indexOf('<') + 1, line.indexOf('>'));
        return replies(recipient) ?? '250 2.1.5 ok';
      }
      isInData = line === 'DATA';
      return isInData ? '354 go' : line === 'QUIT' ? '221 bye' : '250 ok';
    };
    socket.write('220 test\r\n');
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n');
      rest = lines.pop()!;
      for (const line of lines) {
        const reply = replyTo(line);
        if (reply !== undefined) socket.write(`${reply}\r\n`);
      }
    });
    socket.on('error', () => undefined);
  };
  const server = createServer(converse);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as { port: number };
  return { accepted, url: `smtp://127.0.0.1:${port}`, close: () => new Promise((closed) => server.close(closed)) };
}
