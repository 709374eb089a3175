/** What to do about an answer, by its status. */
export const ADVICE: { readonly [status: string]: { readonly means: string; readonly advice: string } } = {
  400: {
    means: 'The request contradicts how things are.',
    advice: 'Read `detail`, change the request or what it is about, and do not repeat it as it was.',
  },
  401: {
    means: 'The credentials are missing, invalid, expired or of another kind.',
    advice: 'Send `Authorization: Bearer` with a token of a kind that the operation takes. Make a new one if it has expired.',
  },
  403: {
    means: 'The credentials are known and do not allow this.',
    advice: 'Give the token the scope that `WWW-Authenticate` names, or use one of somebody who may do it.',
  },
  404: {
    means: 'It does not exist, or belongs to somebody else.',
    advice: 'Check the ID, and that the token is one of the same organization. Deleted objects do not come back.',
  },
  405: { means: 'The path exists, and does not have this method.', advice: 'Take a method that the header `Allow` names.' },
  409: {
    means: 'Something else has happened meanwhile, or is under way.',
    advice:
      'Read the object again and decide anew. With an `Idempotency-Key` whose request is under way: repeat it later, unchanged.',
  },
  413: { means: 'The body is too large.', advice: 'Send less at once; each limit is part of the operation.' },
  415: { means: 'The body has another type.', advice: 'Set `Content-Type` to the one that the operation names.' },
  422: {
    means: 'Fields of the request are not valid.',
    advice:
      '`detail` has an entry for each: `loc` is the path of the field, `msg` says what is expected. Correct them all, then send it again.',
  },
  429: {
    means: 'Too many requests, or too many at the same time.',
    advice: 'Wait as many seconds as `Retry-After` says, then repeat it. `RateLimit` says how many are left.',
  },
  503: {
    means: 'The service cannot do it at the moment.',
    advice:
      'Wait as many seconds as `Retry-After` says, then repeat it, with the same `Idempotency-Key` if it changes something.',
  },
};

export const ERRORS_PAGE = `# Errors

An error is \`{"error", "detail"}\`: \`error\` is a name for programs, \`detail\` a sentence for people. Answers about license keys have \`code\` besides, why the key is
[refused](guides/licensing/explain.md). Questions about a request are easier with its \`X-Request-Id\`.

| status | means | what to do |
| --- | --- | --- |
${Object.entries(ADVICE)
  .map(([status, { means, advice }]) => `| ${status} | ${means} | ${advice} |`)
  .join('\n')}

Repeat a request only after 429, 503, or if no answer has come. What changes something is safe to repeat with an \`Idempotency-Key\`
([how that works](guides/idempotency.md)). A connection that is closed before the end of a body is no answer.
`;
