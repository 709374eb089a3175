import { networkFailure } from './network-failure.ts';

const coded = (code: string, message: string, others: object = {}) => Object.assign(new Error(message), { code, ...others });
const failed = (cause?: unknown) => new TypeError('fetch failed', { cause });

/** As runtimes throw it. */
const ERRORS: readonly [runtime: string, error: unknown, detail: string][] = [
  ['Node', failed(coded('ENOTFOUND', 'getaddrinfo')), 'No such host: a.example:8443 (ENOTFOUND: getaddrinfo).'],
  ['Node', failed(coded('EAI_AGAIN', 'getaddrinfo')), 'No such host: a.example:8443 (EAI_AGAIN: getaddrinfo).'],
  [
    'Node, of several addresses',
    failed(coded('', '', { errors: [coded('ECONNREFUSED', 'connect'), coded('ENETUNREACH', 'connect')] })),
    'Connection refused by a.example:8443 (ECONNREFUSED: connect).',
  ],
  [
    'Node',
    failed(coded('SELF_SIGNED_CERT_IN_CHAIN', 'self-signed')),
    'Certificate of a.example:8443 not trusted (SELF_SIGNED_CERT_IN_CHAIN: self-signed).',
  ],
  ['Node', failed(coded('EHOSTUNREACH', 'connect')), 'No way to a.example:8443: a proxy may be needed (EHOSTUNREACH: connect).'],
  [
    'Node through a proxy',
    failed(coded('UND_ERR_ABORTED', 'Proxy response (407) !== 200')),
    'The proxy does not let the request pass (UND_ERR_ABORTED: Proxy response (407) !== 200).',
  ],
  ['Node', failed(coded('ECONNRESET', 'read')), 'No connection to a.example:8443 (ECONNRESET: read).'],
  [
    'a browser',
    new TypeError('Failed to fetch'),
    'No connection to a.example:8443 (Failed to fetch: the runtime does not say why; a proxy may ask for a sign-in).',
  ],
  ['a text', 'no', 'No connection to a.example:8443 (no: the runtime does not say why; a proxy may ask for a sign-in).'],
];

test.each(ERRORS)('what failed in %s is told: %#', (_runtime, error, detail) => {
  expect(networkFailure(error, 'https://user:secret@a.example:8443/v1?x')).toEqual({ isTimeout: false, detail });
});

test('a time limit of the runtime is a time-out, and errors that contain themselves end', () => {
  expect(networkFailure(failed(coded('UND_ERR_CONNECT_TIMEOUT', 'Connect')), 'https://a.example')).toMatchObject({
    isTimeout: true,
  });
  const error = new Error('again');
  error.cause = error;
  expect(networkFailure(error, 'nonsense').detail).toBe('No connection to nonsense (again).');
});
