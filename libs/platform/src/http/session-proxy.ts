import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import type { Keyring } from '#engine/secrets';
import { operationOf } from './request-contexts.ts';

const ADDRESS = /^(\/console|\/portal\/[\w-]{1,128})\/api(\/v1(?:[/?][^]*)?)$/;
const SESSION = 'latchkey_session';
/** The session of a link that was opened, until its page has asked whether to use it. */
const LINK = 'latchkey_link';
const LINK_SECONDS = 600;
const valueOf = (cookie: string): RegExp => new RegExp(`(?:^|;\\s*)${cookie}=([\\w-]{1,200})\\.([\\w-]{43})(?:;|$)`);
const VALUES = { [SESSION]: valueOf(SESSION), [LINK]: valueOf(LINK) };
type Cookie = keyof typeof VALUES;

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
    const token = this.tokenIn(headers.cookie, SESSION, area);
    if (token === null) delete headers.authorization;
    else headers.authorization = `Bearer ${token}`;
    return target;
  }

  /** Replaces tokens in responses by cookies. */
  register(fastify: FastifyInstance, session: PageSession): void {
    // Fastify awaits a promise, and most requests are of no page.
    fastify.addHook('onSend', (request, reply, payload, done) => {
      const area = this.areas.get(request.raw);
      if (area === undefined) return done(null, payload);
      this.moveCookiesBelow(area, reply);
      const isRefused = reply.statusCode === 401 && reply.hasHeader('www-authenticate');
      if (isRefused || (session.ends.includes(operationOf(request)) && reply.statusCode < 300)) this.forget(reply, area);
      return this.keepToken(request, reply, payload, session, area);
    });
  }

  /** Sets the cookie of the session of a link: other sites lead to links, so it is used only by a page that asks where it has to. */
  rememberLink(reply: FastifyReply, token: string, area: PageArea): void {
    this.setCookie(reply, LINK, this.signed(LINK, token, area), area, `; Max-Age=${LINK_SECONDS}`);
  }

  /** The tokens of the session that the browser has in this area, and of the link that it has opened last. */
  tokensOf({ headers }: FastifyRequest, area: PageArea): { readonly session: string | null; readonly link: string | null } {
    const [session, link] = [SESSION, LINK].map((cookie) => this.tokenIn(headers.cookie, cookie as Cookie, area));
    return { session: session!, link: link! };
  }

  /** Makes the session of a link that of the area. */
  useLink(reply: FastifyReply, token: string, area: PageArea): void {
    this.remember(reply, token, area);
    this.forget(reply, area, LINK);
  }

  private remember(reply: FastifyReply, token: string, area: PageArea): void {
    this.setCookie(reply, SESSION, this.signed(SESSION, token, area), area);
  }

  private forget(reply: FastifyReply, area: PageArea, cookie: Cookie = SESSION): void {
    this.setCookie(reply, cookie, '', area, '; Max-Age=0');
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

  private tokenIn(cookies: string | undefined, cookie: Cookie, area: PageArea): string | null {
    const [, token, signature] = VALUES[cookie].exec(cookies ?? '') ?? [];
    if (token === undefined || signature === undefined) return null;
    const isOurs = this.keyring.isDigest('page-session', signedText(cookie, area, token), Buffer.from(signature, 'base64url'));
    return isOurs ? token : null;
  }

  private signed(cookie: Cookie, token: string, area: PageArea): string {
    return `${token}.${this.keyring.digest('page-session', signedText(cookie, area, token)).toString('base64url')}`;
  }

  private setCookie(reply: FastifyReply, cookie: Cookie, value: string, area: PageArea, lifetime = ''): void {
    const secure = this.isSecure ? '; Secure' : '';
    void reply.header('set-cookie', `${cookie}=${value}; Path=${area}/api${lifetime}; HttpOnly; SameSite=Strict${secure}`);
  }

  /** A cookie for requests below an address of the API is one for requests below the same address of the pages. */
  private moveCookiesBelow(area: PageArea, reply: FastifyReply): void {
    const cookies = [reply.getHeader('set-cookie') ?? []].flat().map(String);
    if (cookies.length === 0) return;
    reply.removeHeader('set-cookie');
    for (const cookie of cookies) void reply.header('set-cookie', cookie.replace(/; Path=(?=\/v1\/)/, `; Path=${area}/api`));
  }
}

/** The cookie of a link is none of a session. */
const signedText = (cookie: Cookie, area: PageArea, token: string): string =>
  cookie === SESSION ? `${area} ${token}` : `${area} ${cookie} ${token}`;
