import { createInterface } from 'node:readline/promises';
import { Application, describedRefresh, type Outcome } from './application.ts';
import { readBuild } from './build.ts';
import { setStatus, setUp } from './seller.ts';

/**
 * A terminal application that works offline: `npm run demo:app`, with a command or without one. Commands of the seller are here as well,
 * so that both sides can be tried in one terminal.
 */
const HELP = `Commands of the application:
  activate [key]  activates this installation; without a key, with the one that setup issued
  work            writes a page, if the application is licensed
  status          says what the lease allows, without a network
  deactivate      gives the activation back
Commands of the seller, who needs the running service and its demo data:
  setup           creates a benefit and a license key, and builds the root key into the application
  revoke, grant   revokes the license key, or grants it again`;

const EVERY_SECONDS = 10;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Returns whether the command succeeded. */
async function run(command: string, key: string | undefined): Promise<boolean> {
  switch (command) {
    case 'setup':
      say(`The license key is ${await setUp()}`);
      return true;
    case 'revoke':
    case 'grant':
      await setStatus(command === 'revoke' ? 'revoked' : 'granted');
      say(command === 'revoke' ? 'The seller has revoked the license key.' : 'The seller has granted the license key again.');
      return true;
    case 'activate':
      return told(await new Application().activate(key ?? readBuild().licenseKey.key));
    case 'work':
      return told(await new Application().work());
    case 'status':
      return told(await new Application().status());
    case 'deactivate':
      return told(await new Application().deactivate());
    default:
      say(HELP);
      return command === 'help';
  }
}

function told({ succeeded, text }: Outcome): boolean {
  say(text);
  return succeeded;
}

/** Asks for commands, and tells of what the background finds out in the meantime. */
async function interact(): Promise<boolean> {
  say(`${HELP}\n  quit`);
  let last = '';
  const { license } = new Application();
  const background = license.keepFresh({
    everySeconds: EVERY_SECONDS,
    onRefresh: (refreshed) => {
      const text = describedRefresh(refreshed);
      if (text !== last) say(`\n${text}`);
      last = text;
    },
  });
  const terminal = createInterface({ input: process.stdin, output: process.stdout, prompt: '> ' });
  terminal.prompt();
  for await (const line of terminal) {
    const [command = '', key] = line.trim().split(/\s+/);
    if (command === 'quit') break;
    if (command !== '') await run(command, key).catch(report);
    terminal.prompt();
  }
  terminal.close();
  background.stop();
  return true;
}

function report(error: unknown): boolean {
  say(error instanceof Error ? error.message : String(error));
  return false;
}

const [command, key] = process.argv.slice(2);
const succeeded = await (command === undefined ? interact() : run(command, key)).catch(report);
if (!succeeded) process.exitCode = 1;
