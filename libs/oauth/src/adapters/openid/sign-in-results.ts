import type { FastifyRequest } from 'fastify';
import { DomainError, NotPermitted, TooManyRequests } from '#kernel';
import { clientAddress } from '#platform/http';
import type { Page } from './page.ts';
import { sessionToken } from './session-cookie.ts';
import type { FormContext } from './sign-in-pages.ts';
import type { SignInPlace } from './user-sessions.ts';

/** For which application somebody signs in, and where forms are sent. */
export interface About {
  readonly clientName: string;
  readonly context: FormContext;
  readonly interaction: { readonly uid: string; readonly params: Readonly<Record<string, unknown>> };
}

/** The next page, if nobody is signed in yet, and cookies to be set. */
export interface StepResult {
  readonly next?: { readonly page: Page; readonly status: number };
  readonly cookies: readonly string[];
}

export const MAX_EMAIL = 320;
export const NO_EMAIL = 'This is not an e-mail address.';

export const shown = (page: Page, ...cookies: string[]): StepResult => ({ next: { page, status: 200 }, cookies });
export const refused = (page: Page, ...cookies: string[]): StepResult => ({ next: { page, status: 422 }, cookies });
export const signedIn = (...cookies: string[]): StepResult => ({ cookies });

export const tooMany = (seconds: number, page: (message: string) => Page): StepResult => ({
  next: { page: page(waitMessage(seconds)), status: 429 },
  cookies: [],
});

const waitMessage = (seconds: number): string =>
  `There were too many tries. Try again in ${Math.ceil(seconds / 60)} ${seconds > 60 ? 'minutes' : 'minute'}.`;

/** Whoever may not sign in is told nothing but that; whoever proved who they are, and still may not, is told why. */
export async function attempt<T>(
  work: () => Promise<T>,
  otherwise?: string,
): Promise<{ readonly value: T } | { readonly message?: string }> {
  try {
    return { value: await work() };
  } catch (error) {
    if (error instanceof TooManyRequests) return { message: waitMessage(error.retryAfter) };
    if (error instanceof NotPermitted) return { message: error.message };
    if (!(error instanceof DomainError)) throw error;
    return { message: otherwise };
  }
}

/** As the operations of the API count them. */
export const userOf = (email: string): string => `user ${email.toLowerCase()}`;

export const isEmail = (text: string): boolean => text.length <= MAX_EMAIL && /^[^\s@]+@[^\s@]+$/.test(text);

export const placeOf = (request: FastifyRequest): SignInPlace => ({
  userAgent: request.headers['user-agent'] ?? null,
  address: clientAddress(request),
  token: sessionToken(request.raw),
});
