import type { Page, Request, Route } from 'playwright-core';
import { eventually } from './eventually.ts';

/** In the page: the addresses of everything that the document itself asks for; null until its head is read. */
const ASKED = `document.body && [
  ...[...document.querySelectorAll('script[src], link[rel=modulepreload], link[rel=stylesheet]')].map(({ src, href }) => src || href),
  ...globalThis.early.keys(),
]`;

/** A page whose requests are answered one round after the other, so that whatever waits for another request is noticed. */
export class HeldPage {
  private held: Route[] = [];
  private isReleased = false;

  private constructor(private readonly page: Page) {}

  /** Opens an address. Nothing but the document is answered. */
  static async open(page: Page, address: string): Promise<HeldPage> {
    const opened = new HeldPage(page);
    await page.route('**/*', async (route) => {
      if (opened.isReleased || route.request().isNavigationRequest()) await route.continue();
      else opened.held.push(route);
    });
    await page.goto(address, { waitUntil: 'commit' });
    return opened;
  }

  /** Waits until everything that the document asks for is asked, and answers that alone. */
  async answerWhatDocumentAsks(): Promise<void> {
    let asked: string[] | null = null;
    await eventually(async () => {
      asked = await this.page.evaluate<string[] | null>(ASKED);
      return asked !== null && asked.every((url) => this.held.some((route) => route.request().url() === url));
    });
    await this.answer((request) => asked!.includes(request.url()));
  }

  /** Waits until something is asked, and answers that alone. */
  async answerRequest(path: string): Promise<void> {
    const isIt = (request: Request): boolean => new URL(request.url()).pathname.endsWith(path);
    await eventually(() => Promise.resolve(this.held.some((route) => isIt(route.request()))));
    await this.answer(isIt);
  }

  /** Answers everything. */
  async release(): Promise<void> {
    this.isReleased = true;
    await this.answer(() => true);
  }

  private async answer(which: (request: Request) => boolean): Promise<void> {
    const now = this.held.filter((route) => which(route.request()));
    this.held = this.held.filter((route) => !now.includes(route));
    await Promise.all(now.map((route) => route.continue()));
  }
}
