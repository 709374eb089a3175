import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Provider } from 'oidc-provider';

const CLIENT = { client_id: 'latchkey', client_secret: 'a-secret-of-the-company' };

/** The OpenID provider of a company: the certified library, with its own pages for development. */
export interface CompanyProvider {
  readonly issuer: string;
  readonly client: typeof CLIENT;
  /** What somebody does in a browser: signs in with a name and agrees. Returns the address to which they are sent back. */
  signIn(address: string, name: string): Promise<URL>;
  close(): Promise<void>;
}

/** Accounts have an address at the domain. */
export async function openCompanyProvider(domain: string, redirectUri: string): Promise<CompanyProvider> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ ...CLIENT, redirect_uris: [redirectUri] }],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    cookies: { keys: ['a key of the company'] },
    features: { devInteractions: { enabled: true } },
    findAccount: (_context, id) => ({
      accountId: id,
      claims: () => ({ sub: id, name: id, email: `${id}@${domain}`, email_verified: true }),
    }),
  });
  server.on('request', provider.callback());
  return { issuer, client: CLIENT, signIn: (address, name) => signIn(issuer, address, name), close: () => close(server) };
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
}

const MAX_STEPS = 12;

async function signIn(issuer: string, address: string, name: string): Promise<URL> {
  const cookies = new Map<string, string>();
  let next: { readonly url: URL; readonly form?: Record<string, string> } = { url: new URL(address) };
  for (let step = 0; step < MAX_STEPS; step += 1) {
    const { url, form } = next;
    const cookie = [...cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const body = form && new URLSearchParams(form);
    const answer = await fetch(url, { redirect: 'manual', headers: { cookie }, ...(body ? { method: 'POST', body } : {}) });
    for (const each of answer.headers.getSetCookie()) {
      const [, key, value] = /^([^=]+)=([^;]*)/.exec(each)!;
      if (value === '') cookies.delete(key!);
      else cookies.set(key!, value!);
    }
    const [text, location] = [await answer.text(), answer.headers.get('location')];
    if (location === null) {
      const [, prompt] = /name="prompt" value="(\w+)"/.exec(text)!;
      next = { url, form: { prompt: prompt!, ...(prompt === 'login' ? { login: name, password: 'any' } : {}) } };
    } else {
      const target = new URL(location, url);
      if (target.origin !== issuer) return target;
      next = { url: target };
    }
  }
  throw new Error(`The sign-in at ${issuer} does not end.`);
}
