import type { FastifyRequest } from 'fastify';
import { AuthChallenge, REALM } from './error.filter.ts';

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

/** The token of a request; only the Authorization header can carry one. */
export const bearerToken = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization?.trim() ?? '')?.[1];

export const unauthorized = (challenge = `Bearer realm="${REALM}"`): AuthChallenge =>
  new AuthChallenge(401, 'Unauthorized', 'Unauthorized', challenge);

/** What a token is answered with that is worth nothing. */
export const invalidToken = (): AuthChallenge => unauthorized(`Bearer realm="${REALM}", error="invalid_token"`);
