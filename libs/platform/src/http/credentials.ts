import type { FastifyRequest } from 'fastify';
import { prefixOf, type TokenKind } from '#engine/secrets';
import { AuthChallenge, REALM } from './errors.ts';

const BEARER = /^Bearer ([\x21-\x7e]+)$/i;

/** The bearer token of a request, from the Authorization header only. */
export const bearerToken = ({ headers }: FastifyRequest): string | undefined =>
  BEARER.exec(headers.authorization?.trim() ?? '')?.[1];

/** What is wrong with the credentials of a request. */
const PROBLEMS = {
  missing: 'The request has no access token. Send one in the header `Authorization: Bearer <token>`.',
  malformed: 'The access token is malformed: it was not copied as a whole, or is not one of this service.',
  unknown: 'The access token is unknown: it is one of another service or environment, or of a session that has ended.',
  expired: 'The access token has expired.',
  revoked: 'The access token is not valid any more: it was revoked, or its owner was blocked or deleted.',
  'wrong kind': 'The operation does not accept access tokens of this kind.',
} as const;

export type TokenProblem = keyof typeof PROBLEMS;

const challenged = (detail: string, error = `, error="invalid_token", error_description="${detail}"`): AuthChallenge =>
  new AuthChallenge(401, 'Unauthorized', detail, `Bearer realm="${REALM}"${error}`);

export const unauthorized = (problem: TokenProblem): AuthChallenge =>
  challenged(PROBLEMS[problem], problem === 'missing' ? '' : undefined);

/** A valid token of a kind that the operation does not accept. */
export const wrongKind = (accepted: readonly TokenKind[]): AuthChallenge =>
  challenged(`${PROBLEMS['wrong kind']} It accepts those that begin with ${accepted.map(prefixOf).join(', ')}.`);

/** A valid token without any of these scopes, of which the operation needs one. */
export function insufficientScope(scopes: readonly string[]): AuthChallenge {
  const detail = `The access token does not have the scope ${scopes.join(' or ')}.`;
  const challenge = `Bearer realm="${REALM}", scope="${scopes.join(' ')}", error="insufficient_scope", error_description="${detail}"`;
  return new AuthChallenge(403, 'NotPermitted', detail, challenge);
}

/** The problem of a request without a token that could be read. */
export const withoutToken = ({ headers }: FastifyRequest): AuthChallenge =>
  unauthorized(headers.authorization?.trim() ? 'malformed' : 'missing');
