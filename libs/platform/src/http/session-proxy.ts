import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Keyring } from '#platform/secrets';
import { operationOf } from './request-log.ts';

const ADDRESS = /^(\/console|\/portal\/[\w-]{1,128})\/api(\/v1(?:[/?][^]*)?)$/;
const COOKIE = 'latchkey_session';
const VALUE = new RegExp(`(?:^|;\\s*)${COOKIE}=([\\w-]{1,200})\\.([\\w-]{43})(?:;|$)`);

/** Where pages have sessions of their own: `/console`, or `/portal/acme`. */
export type PageArea = string;

/** How sessions of pages begin and end. Operations are named `POST /v1/…`. */
export interface PageSession {
  /** Operations that respond with the token of a new session, and the path of the field that has it: `token`, or `session.token`. */
  readonly begins: Readonly<Record<string, string>>;
  /** Operations that end the session of the request. */
  readonly ends: readonly string[];
  /** Whether the token is one of a session that this area may have. */
  accepts(token: string, area: PageArea): Promise<boolean>;
}

/**
 * Lets pages call the API below their own address, `/console/api/v1/…` or `/portal/{slug}/api/v1/…`, with a session in a cookie that no
 * script can read. The cookie becomes the bearer token only in requests of which the browser says that they are of the same origin; all
 * others are not passed on. The cookie is signed for its area, so that a session of one area is of no use in another.
 */
export class SessionProxy {
  private readonly areas = new WeakMap<IncomingMessage, PageArea>();

  constructor(
    private readonly keyring: Keyring,
    private readonly isSecure: boolean,
  ) {}

  /** The address to handle, before routing. */
  rewrite(request: IncomingMessage): string {
    const { url = '/', headers } = request;
    const [, area, target] = ADDRESS.exec(url) ?? [];
    if (area === undefined || target === undefined || headers['sec-fetch-site'] !== 'same-origin') return url;
    this.areas.set(request, area);
    const token = this.tokenIn(headers.cookie, area);
    if (token === null) delete headers.authorization;
    else headers.authorization = `Bearer ${token}`;
    return target;
  }

  /** Replaces tokens in responses by cookies. */
  register(fastify: FastifyInstance, session: PageSession): void {
    fastify.addHook('onSend', async (request, reply, payload) => {
      const area = this.areas.get(request.raw);
      if (area === undefined) return payload;
      this.moveCookiesBelow(area, reply);
      const isRefused = reply.statusCode === 401 && reply.hasHeader('www-authenticate');
      if (isRefused || (session.ends.includes(operationOf(request)) && reply.statusCode < 300)) this.forget(reply, area);
      return this.keepToken(request, reply, payload, session, area);
    });
  }

  /** Sets the cookie of a session. */
  remember(reply: FastifyReply, token: string, area: PageArea): void {
    this.setCookie(reply, `${token}.${this.signature(area, token).toString('base64url')}`, area);
  }

  private forget(reply: FastifyReply, area: PageArea): void {
    this.setCookie(reply, '', area, '; Max-Age=0');
  }

  private async keepToken(
    request: FastifyRequest,
    reply: FastifyReply,
    payload: unknown,
    { begins, accepts }: PageSession,
    area: PageArea,
  ): Promise<unknown> {
    const field = begins[operationOf(request)];
    if (field === undefined || reply.statusCode >= 300 || typeof payload !== 'string') return payload;
    const body = JSON.parse(payload) as Record<string, unknown>;
    const names = field.split('.');
    const holder = names.slice(0, -1).reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], body);
    // The sign-in is not complete: the response says what is needed.
    if (holder === null) return payload;
    const tokens = holder as Record<string, unknown>;
    const token = tokens[names.at(-1)!];
    if (typeof token === 'string' && (await accepts(token, area))) {
      this.remember(reply, token, area);
      tokens[names.at(-1)!] = '';
      return JSON.stringify(body);
    }
    reply.code(401);
    return JSON.stringify({ error: 'Unauthorized', detail: 'The session belongs to another organization.' });
  }

  private tokenIn(cookies: string | undefined, area: PageArea): string | null {
    const [, token, signature] = VALUE.exec(cookies ?? '') ?? [];
    if (token === undefined || signature === undefined) return null;
    const isOurs = this.keyring.isDigest('page-session', signedText(area, token), Buffer.from(signature, 'base64url'));
    return isOurs ? token : null;
  }

  private signature(area: PageArea, token: string): Buffer {
    return this.keyring.digest('page-session', signedText(area, token));
  }

  private setCookie(reply: FastifyReply, value: string, area: PageArea, lifetime = ''): void {
    const secure = this.isSecure ? '; Secure' : '';
    void reply.header('set-cookie', `${COOKIE}=${value}; Path=${area}/api${lifetime}; HttpOnly; SameSite=Strict${secure}`);
  }

  /** A cookie for requests below an address of the API is one for requests below the same address of the pages. */
  private moveCookiesBelow(area: PageArea, reply: FastifyReply): void {
    const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
    if (cookies.length === 0) return;
    reply.removeHeader('set-cookie');
    for (const cookie of cookies) void reply.header('set-cookie', cookie.replace(/; Path=(?=\/v1\/)/, `; Path=${area}/api`));
  }
}

const signedText = (area: PageArea, token: string): string => `${area} ${token}`;
