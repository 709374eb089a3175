import { parse } from 'node:querystring';
import { ISSUER, type OpenIdApi } from './openid.ts';

interface Shown {
  readonly url: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

const MAX_REDIRECTS = 10;

/** A browser without scripts: it keeps cookies by their paths, follows redirects within one site, the service, and sends forms. */
export class PlainBrowser {
  private readonly cookies = new Map<string, { value: string; path: string }>();
  private page: Shown | undefined;

  constructor(
    private readonly api: Pick<OpenIdApi, 'fetch'>,
    private readonly origin = ISSUER,
  ) {}

  get shown(): Shown {
    return this.page!;
  }

  cookie(name: string): string | undefined {
    return [...this.cookies.entries()].find(([key]) => key.startsWith(`${name}|`))?.[1].value;
  }

  setCookie(name: string, value: string, path = '/'): void {
    this.cookies.set(`${name}|${path}`, { value, path });
  }

  /** Opens an address and follows redirects until a page is shown, or until they lead elsewhere: that address is returned. */
  async open(url: string, init: RequestInit = {}): Promise<string> {
    let next = { url, init };
    for (let step = 0; step < MAX_REDIRECTS; step += 1) {
      const answer = await this.api.fetch(next.url, {
        ...next.init,
        headers: { ...next.init.headers, cookie: this.cookiesFor(next.url) },
      });
      this.keep(answer.headers.getSetCookie());
      const location = answer.headers.get('location');
      this.page = { url: next.url, status: answer.status, headers: answer.headers, text: await answer.text() };
      if (location === null) return next.url;
      const target = new URL(location, next.url).href;
      if (!target.startsWith(this.origin)) return target;
      next = { url: target, init: {} };
    }
    throw new Error(`Too many redirects: ${next.url}`);
  }

  /** The hidden and given fields of the form with this button. */
  fields(step?: string): Record<string, string> {
    const forms = this.shown.text.match(/<form[\s\S]*?<\/form>/g) ?? [];
    const form = forms.find((each) => step === undefined || each.includes(`value="${step}"`)) ?? '';
    const inputs = form.match(/<input[^>]*>/g) ?? [];
    return Object.fromEntries(
      inputs
        .filter((input) => !/type="(radio|checkbox)"/.test(input) || /checked/.test(input))
        .map((input) => [/name="([^"]*)"/.exec(input)?.[1] ?? '', /value="([^"]*)"/.exec(input)?.[1] ?? '']),
    );
  }

  /** Sends the form with this button, with these fields filled in. */
  async press(step: string, filled: Record<string, string> = {}): Promise<string> {
    const action = /<form method="post" action="([^"]*)"/.exec(this.shown.text)![1]!;
    return this.send(action, { ...this.fields(step), ...filled, step });
  }

  send(path: string, fields: Record<string, string>, headers: Record<string, string> = {}): Promise<string> {
    const url = new URL(path, this.shown.url).href;
    return this.open(url, { method: 'POST', body: new URLSearchParams(fields), headers });
  }

  private keep(lines: readonly string[]): void {
    for (const line of lines) {
      const [pair, ...attributes] = line.split(';').map((part) => part.trim());
      const [name, value = ''] = pair!.split(/=(.*)/s) as [string, string?];
      const path = String(parse(attributes.join('&').toLowerCase())['path'] ?? '/');
      const expired = /expires=thu, 01 jan 1970/i.test(line);
      if (expired) this.cookies.delete(`${name}|${path}`);
      else this.setCookie(name, value, path);
    }
  }

  /** The cookies that are sent to an address. */
  cookiesFor(url: string): string {
    const { pathname } = new URL(url);
    return [...this.cookies.entries()]
      .filter(([, { path }]) => pathname.toLowerCase().startsWith(path))
      .map(([key, { value }]) => `${key.split('|')[0]}=${value}`)
      .join('; ');
  }
}
