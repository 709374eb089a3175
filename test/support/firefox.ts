import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const LISTENING = /WebDriver BiDi listening on (ws:\S+)/;

/** A page of a browser, as far as the suites of the library for applications need it. */
export interface Tab {
  goto(url: string): Promise<unknown>;
  /** Evaluates an expression that may be a promise; its value is JSON. */
  evaluate<T>(expression: string): Promise<T>;
  close(): Promise<unknown>;
}

/** Tabs that share cookies and storage with each other, and with no others. */
export interface Profile {
  newTab(): Promise<Tab>;
  close(): Promise<unknown>;
}

export interface TabbedBrowser {
  newProfile(): Promise<Profile>;
  close(): Promise<unknown>;
}

interface Reply {
  readonly id?: number;
  readonly type: 'success' | 'error' | 'event';
  readonly message?: string;
  readonly result?: { readonly [name: string]: unknown };
}

/** Firefox, driven by WebDriver BiDi: Playwright needs commands that the one of Debian does not have. `names` are those of this machine. */
export async function launchFirefox(executablePath: string, names: readonly string[]): Promise<TabbedBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-firefox-'));
  await writeFile(join(folder, 'user.js'), `user_pref('network.dns.localDomains', '${names.join()}');\n`);
  const flags = ['--headless', '--no-remote', '--remote-debugging-port=0', '--profile', folder];
  const firefox = spawn(executablePath, flags, { env: { ...process.env, HOME: folder }, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(firefox, 'exit');
  const close = async (): Promise<void> => {
    firefox.kill();
    await ended;
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const send = await connect(`${await addressIn(firefox.stderr)}/session`);
    await send('session.new', { capabilities: {} });
    return { newProfile: () => newProfile(send), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
  const lines = [];
  for await (const line of createInterface(output)) {
    const address = LISTENING.exec(line)?.[1];
    if (address) {
      output.resume();
      return address;
    }
    lines.push(line);
  }
  throw new Error(`Firefox did not start: ${lines.join('\n')}`);
}

type Send = (method: string, params: object) => Promise<NonNullable<Reply['result']>>;

async function connect(url: string): Promise<Send> {
  const socket = new WebSocket(url);
  const waiting = new Map<number, PromiseWithResolvers<NonNullable<Reply['result']>>>();
  socket.addEventListener('message', ({ data }) => {
    const { id, type, message, result } = JSON.parse(String(data)) as Reply;
    if (id === undefined) return;
    if (type === 'error') waiting.get(id)?.reject(new Error(message));
    else waiting.get(id)?.resolve(result!);
    waiting.delete(id);
  });
  socket.addEventListener('close', () => waiting.forEach(({ reject }) => reject(new Error('Firefox has closed the connection'))));
  await once(socket, 'open');
  let count = 0;
  return (method, params) => {
    const reply = Promise.withResolvers<NonNullable<Reply['result']>>();
    waiting.set(++count, reply);
    socket.send(JSON.stringify({ id: count, method, params }));
    return reply.promise;
  };
}

async function newProfile(send: Send): Promise<Profile> {
  const { userContext } = await send('browser.createUserContext', {});
  return {
    newTab: async () => {
      const { context } = await send('browsingContext.create', { type: 'tab', userContext });
      return {
        goto: (url) => send('browsingContext.navigate', { context, url, wait: 'complete' }),
        evaluate: (expression) => evaluate(send, context, expression),
        close: () => send('browsingContext.close', { context }),
      };
    },
    close: () => send('browser.removeUserContext', { userContext }),
  };
}

async function evaluate<T>(send: Send, context: unknown, expression: string): Promise<T> {
  const params = { expression: `(async () => JSON.stringify(await ${expression}))()`, target: { context }, awaitPromise: true };
  const { result, exceptionDetails } = (await send('script.evaluate', params)) as {
    readonly result?: { readonly value: string };
    readonly exceptionDetails?: { readonly text: string };
  };
  if (!result) throw new Error(exceptionDetails?.text);
  return JSON.parse(result.value) as T;
}
