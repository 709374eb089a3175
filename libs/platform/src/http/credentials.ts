import type { FastifyRequest } from 'fastify';
import { AuthChallenge, REALM } from './error.filter.ts';

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

/** The bearer token of a request, read from the Authorization header only. */
export const bearerToken = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization?.trim() ?? '')?.[1];

export const unauthorized = (challenge = `Bearer realm="${REALM}"`): AuthChallenge =>
  new AuthChallenge(401, 'Unauthorized', 'Unauthorized', challenge);

/** The error for an invalid token. */
export const invalidToken = (): AuthChallenge => unauthorized(`Bearer realm="${REALM}", error="invalid_token"`);
