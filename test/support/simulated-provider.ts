import { createHash, createSign, generateKeyPairSync, type KeyObject, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Whom the provider recognizes, and what it says otherwise than the standard. */
export interface Issued {
  readonly claims: Readonly<Record<string, unknown>>;
  /** Signs with a key that the provider does not publish. */
  readonly isForged?: boolean;
}

interface Code extends Issued {
  readonly clientId: string;
  readonly nonce: string;
  /** Null if it does not matter. */
  readonly codeChallenge: string | null;
  /** Stays valid after it was used. */
  readonly isReusable?: boolean;
}

const KEY = generateKeyPairSync('rsa', { modulusLength: 2048 });
const OTHER_KEY = generateKeyPairSync('rsa', { modulusLength: 2048 });
const encoded = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

function jwt(claims: object, key: KeyObject): string {
  const content = `${encoded({ alg: 'RS256', kid: 'key' })}.${encoded(claims)}`;
  return `${content}.${createSign('sha256').update(content).sign(key, 'base64url')}`;
}

/** An OpenID provider that says what a test wants, also what no provider may say. It keeps no process alive. */
export class SimulatedProvider {
  readonly secret = 'the-secret-of-the-client';
  /** Fields of the discovery document that differ. */
  metadata: Readonly<Record<string, unknown>> = {};
  /** Responds instead of the provider, if it returns true. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean> = () => false;
  private readonly codes = new Map<string, Code>();

  private constructor(private readonly server: Server) {}

  static async open(): Promise<SimulatedProvider> {
    const server = createServer().unref();
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const provider = new SimulatedProvider(server);
    server.on('request', (request: IncomingMessage, response: ServerResponse) => void provider.respond(request, response));
    server.on('connection', (socket) => socket.unref());
    return provider;
  }

  get issuer(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** What the user does there: returns the parameters with which the browser is sent back. */
  recognize(address: string, issued: Issued): { readonly code: string; readonly state: string } {
    const { searchParams } = new URL(address);
    const of = (name: string): string => searchParams.get(name)!;
    const code = this.issue({ ...issued, clientId: of('client_id'), nonce: of('nonce'), codeChallenge: of('code_challenge') });
    return { code, state: of('state') };
  }

  issue(code: Code): string {
    const name = randomUUID();
    this.codes.set(name, code);
    return name;
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((closed) => this.server.close(closed));
  }

  private async respond(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (await this.intercept(request, response)) return;
    const [status, body] = await this.answer(request);
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }

  private async answer(request: IncomingMessage): Promise<[number, object]> {
    switch (request.url) {
      case '/.well-known/openid-configuration':
        return [200, this.discovery()];
      case '/jwks':
        return [200, { keys: [{ ...KEY.publicKey.export({ format: 'jwk' }), kid: 'key', alg: 'RS256', use: 'sig' }] }];
      case '/token':
        return this.token(request);
      default:
        return [404, {}];
    }
  }

  private discovery(): object {
    const { issuer } = this;
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      ...this.metadata,
    };
  }

  private async token(request: IncomingMessage): Promise<[number, object]> {
    const chunks: Buffer[] = [];
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk);
    const form = new URLSearchParams(Buffer.concat(chunks).toString());
    if (form.get('client_secret') !== this.secret) return [401, { error: 'invalid_client' }];
    const name = form.get('code') ?? '';
    const code = this.codes.get(name);
    if (!code?.isReusable) this.codes.delete(name);
    const challenge = createHash('sha256')
      .update(form.get('code_verifier') ?? '')
      .digest('base64url');
    if (!code || (code.codeChallenge ?? challenge) !== challenge) return [400, { error: 'invalid_grant' }];
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: this.issuer, aud: code.clientId, iat: now, exp: now + 300, nonce: code.nonce, ...code.claims };
    const key = code.isForged ? OTHER_KEY.privateKey : KEY.privateKey;
    return [200, { access_token: randomUUID(), token_type: 'Bearer', id_token: jwt(claims, key) }];
  }
}
