import type { FastifyRequest } from 'fastify';
import { AuthChallenge, REALM } from './errors.ts';

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

/** The bearer token of a request, from the Authorization header only. */
export const bearerToken = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization?.trim() ?? '')?.[1];

export const unauthorized = (challenge = `Bearer realm="${REALM}"`): AuthChallenge =>
  new AuthChallenge(401, 'Unauthorized', 'Unauthorized', challenge);

/** The challenge for a token that is malformed, unknown, expired or revoked. */
export const invalidToken = (): AuthChallenge => unauthorized(`Bearer realm="${REALM}", error="invalid_token"`);
