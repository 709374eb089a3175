import { SetMetadata } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { NotPermitted } from '#kernel';

/** The session is too old: somebody else may have found it open. */
export class FreshSignInRequired extends NotPermitted {
  constructor() {
    super('This needs a session that is at most 15 minutes old. Sign in again.');
  }
}

/** Which requests need the recent sign-in. Asked only about requests in older sessions. */
export type RecentSignInCondition = (request: FastifyRequest) => boolean;

export const RECENT_SIGN_IN = 'latchkey:recent-sign-in';

/**
 * Under `@RequireScope`: a session that makes the request must have been opened by a sign-in of the last 15 minutes. Access tokens may
 * make it at any time.
 */
export const RequireRecentSignIn = (when: RecentSignInCondition = () => true): MethodDecorator =>
  SetMetadata(RECENT_SIGN_IN, when);

/** How operations document the refusal. */
export const FRESH_SIGN_IN = ['FreshSignInRequired', 'The session is older than 15 minutes.'] as const;
