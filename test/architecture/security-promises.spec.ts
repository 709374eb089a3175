import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT, sources } from './sources.ts';
import { promisesIn, type Proofs, titlesIn, unproven } from './security-promises.ts';

/** What proves each sentence of SECURITY.md. */
const PROOFS: Proofs = {
  'A caller can read and change only data of its own organizations, as far as its scopes and role allow; everything else does not exist for it.':
    [
      [
        'test/api/access-matrix.e2e.spec.ts',
        'refuses tokens without {} with 403',
        'another organization: {}; with another one in Polar-Organization: 404',
        'is for {}',
        'resources of another customer: {}',
      ],
    ],
  'A response to a request without credentials contains only data that the holder of the presented license key may know.': [
    [
      'test/api/public-answers.e2e.spec.ts',
      'no operation without credentials answers with what only the seller knows, nor with data of another customer',
    ],
    ['test/api/license-keys-isolation.e2e.spec.ts', 'gets the same response, byte by byte, as for an unknown key'],
  ],
  'A test asks every operation from outside.': [
    [
      'test/api/access-matrix.e2e.spec.ts',
      'every operation has an example and vice versa',
      'takes no credentials and ignores any that are sent',
    ],
  ],
  'License keys are stored encrypted, access tokens, sessions and invitations only as keyed digests.': [
    [
      'test/api/operations.e2e.spec.ts',
      'a copy of the database, with its events and jobs, has none of these secrets, nor a digest without a key',
      'the suite has seen secrets of every kind',
    ],
    ['libs/engine/src/secrets/keyring.spec.ts', 'are equal for the same secret, purpose and key only'],
  ],
  'A copy of the database reveals none of them without `SECRET_KEY`.': [
    [
      'test/api/operations.e2e.spec.ts',
      'a copy of the database, with its events and jobs, has none of these secrets, nor a digest without a key',
    ],
    ['libs/engine/src/secrets/keyring.spec.ts', 'a secret is encrypted differently each time and is not readable'],
  ],
  'Events and logs contain no keys and tokens.': [
    [
      'test/api/operations.e2e.spec.ts',
      'a copy of the database, with its events and jobs, has none of these secrets, nor a digest without a key',
      'no log of these operations has one of them',
    ],
    ['test/worker/purchases.spec.ts', 'no event contains a license key'],
    ['libs/licensing/src/domain/keys/random-operations.spec.ts', 'no event contains a key string'],
    ['test/api/request-log.e2e.spec.ts', 'the search for secrets finds a secret in the log'],
  ],
  "A refusal repeats nothing of a request's headers but the value of the one that is wrong, and no secret of its body.": [
    [
      'test/api/request-headers.e2e.spec.ts',
      '%s repeats no header but the one that is wrong',
      '%s repeats no secret of its body',
    ],
  ],
  'An answer that is signed for a nonce was decided for this nonce.': [
    [
      'test/api/signed-answers.e2e.spec.ts',
      'gets no signature for a key that was revoked since',
      'gets no signatures for uses that are not counted',
      'gets no signed heartbeat or lease that nobody decided',
    ],
  ],
  'A signature that names an operation is of an answer of this operation.': [
    [
      'test/api/signed-answers.e2e.spec.ts',
      'the signature names the operation %s if the client asks for that',
      'a validation that was sent to the heartbeat is signed as a heartbeat',
    ],
  ],
  'Idempotency keys and other headers that somebody in between adds do not change that.': [
    [
      'test/api/request-headers.e2e.spec.ts',
      'with another %s is another request',
      'with another %s is not answered otherwise',
      'operations read no header that the table of request headers does not have',
    ],
    ['test/client/license-client.spec.ts', 'a proxy that adds an idempotency key gets no earlier answer signed again'],
  ],
  'No other origin reads a response of the console or a portal, errors included.': [
    [
      'test/web/session-proxy.e2e.spec.ts',
      'no response below the addresses of the pages can be read by another origin, whatever it is',
    ],
  ],
  'A token that is created by an access token has no scopes that the latter lacks, and expires no later.': [
    ['test/api/organization-access-tokens.e2e.spec.ts', 'rejects scopes that the caller does not have'],
    ['test/api/personal-access-tokens.e2e.spec.ts', 'rejects scopes that the caller does not have'],
    ['test/api/access-token-expiry.e2e.spec.ts', 'expires with it if `expires_in` is %s', 'cannot expire later: %s'],
  ],
  'An access token gives nobody a role or a provider that may do more than it.': [
    [
      'test/api/given-access.e2e.spec.ts',
      'an access token gives nobody what it may not do itself, whatever operation it may send',
      '%s needs the scope of its own and every scope of what it gives',
    ],
  ],
  'To applications it is nobody else than a subject of this organization.': [
    ['test/openid/subjects.spec.ts', 'whoever chose the provider of an organization is no other user of it to applications'],
  ],
  'It ends, with tokens and applications of it, when the connection, the domain or the membership by which it came does.': [
    ['test/api/ended-access.e2e.spec.ts', 'ends all that the provider opened for the user, and nothing else'],
  ],
  'In a session, what gives access needs a sign-in of the last 15 minutes.': [
    [
      'test/api/recent-sign-in.e2e.spec.ts',
      'in a session, what gives access needs a sign-in of the last 15 minutes, nothing else does, and it is documented',
      'what needs none is listed for a reason that still holds',
    ],
  ],
  'A session that the provider of an organization opened sees and manages this organization only, and never how the user signs in.':
    [
      [
        'test/api/single-sign-on-sessions.e2e.spec.ts',
        'gets nothing of the other organization',
        'cannot change how the person signs in, nor their tokens, sessions, invitations and applications',
      ],
    ],
  'No counter that a stranger can fill refuses a known device, or every way to sign in.': [
    [
      'test/openid/sign-in-counters.spec.ts',
      'a known device of a user gets in, by every way, from the same network',
      'an unknown device gets in by a password, by a code that was mailed, and by single sign-on',
    ],
  ],
  'What is granted is decided by the seller and the payment provider, never by what a buyer writes at a checkout.': [
    [
      'libs/connectors/src/adapters/providers/sources-of-values.spec.ts',
      'say the same of a purchase, whatever a buyer writes: %#',
    ],
    ['test/worker/connectors-named-products.spec.ts', 'that names a %s product brings nothing of it'],
  ],
  'A deleted token or a blocked user is refused with the next request.': [
    [
      'test/api/access-matrix.e2e.spec.ts',
      'refuses credentials that are missing, malformed, of another kind or not valid any more with 401',
    ],
    ['test/api/organization-access-tokens.e2e.spec.ts', 'revokes immediately'],
    ['test/api/personal-access-tokens.e2e.spec.ts', 'revokes immediately'],
    ['test/api/authentication.e2e.spec.ts', 'tokens of a blocked user are rejected until the user is unblocked'],
  ],
  'Nothing that a client sends may make the service fail or hang; if something does, please report it.': [
    [
      'test/fuzz/fuzz.e2e.spec.ts',
      '{} requests with valid, almost valid and hostile input get documented responses, and refusals change nothing',
    ],
    ['test/fuzz/planted-faults.e2e.spec.ts', 'a response of 5xx', 'no response'],
  ],
  'Every text, list and body has a maximum.': [
    [
      'test/architecture/unbounded-input.spec.ts',
      'every text, list and map of a request has a maximum',
      'every documented maximum is the one that is enforced',
    ],
    ['test/api/transport.e2e.spec.ts', '413 for one byte more, with or without Content-Length'],
  ],
  'A caller without a valid token makes the service read at most 256 KiB of a request, apart from the exceptions that docs/limits.md names with their own limits.':
    [
      [
        'test/architecture/anonymous-routes.spec.ts',
        'makes the service read at most 256 KiB of a request before it responds (%s)',
      ],
      [
        'test/api/large-input.e2e.spec.ts',
        'no operation reads more than 256 KiB without a valid token, those of the OpenID provider included',
        '%s gets the usual response, and the body is not read',
        'a public operation accepts at most 256 KiB, whatever token is sent',
      ],
      ['test/api/transport-socket.e2e.spec.ts', 'of many MiB without credentials gets 401 before it arrives'],
    ],
  'Sign-in codes are limited per client and per address.': [
    [
      'test/api/sign-in-limits.e2e.spec.ts',
      'blocks a client after too many codes, with Retry-After',
      'limits requests per e-mail address of an organization, across clients',
    ],
  ],
  'docs/limits.md lists all limits with their reasons.': [
    ['test/architecture/unbounded-input.spec.ts', 'docs/limits.md has every documented maximum, and a reason in every row'],
  ],
  'Sessions end and keys are refused with the response to the deletion.': [
    [
      'test/api/license-keys-of-deleted-customers.e2e.spec.ts',
      'from the response of a deletion %s on, the keys of the customer are refused and nothing is counted',
    ],
    ['test/api/customer-sessions.e2e.spec.ts', 'ends when the customer is deleted'],
  ],
  'With `anonymize=true` personal data is erased in all contexts; docs/operations.md lists what, and what stays.': [
    [
      'test/worker/anonymization.spec.ts',
      'anonymization erases the personal data of one customer in all tables, but for the notes of the seller',
    ],
  ],
  'The seller can read its data and change nothing.': [
    [
      'test/api/blocked-organization.e2e.spec.ts',
      '%s (%s) is answered',
      '%s (%j) is refused with 403 and works after the organization is unblocked',
    ],
  ],
  'Its customers keep their keys and the portal.': [
    ['test/api/blocked-organization.e2e.spec.ts', '%s (%s) works as before'],
    ['test/api/portal-blocked-seller.e2e.spec.ts', '%s (%s)'],
  ],
  '`npm start` serves demo data only to this machine, unless `LATCHKEY_DEMO=1` says otherwise.': [
    ['test/faults/standalone.spec.ts', 'demo data are not served beyond this machine unless LATCHKEY_DEMO=1 says so'],
  ],
  'Their tokens expire after 30 days, say in their comment what they are, and are printed only once.': [
    [
      'test/faults/standalone.spec.ts',
      'the demo tokens expire in a month, and say that they are demo tokens',
      'only the first start prints a token; later ones name the file',
    ],
  ],
  '`npm ci` compares every package with a SHA-512 digest in the lock file.': [
    [
      'test/architecture/package-lock.spec.ts',
      'the lock file has the SHA-512 digest of every package, for all platforms',
      'a package without a digest is found',
    ],
  ],
  'With Compose every container runs without root, without capabilities and on a read-only file system.': [
    [
      'test/apps/docker.spec.ts',
      'gives every process minimal rights and a limit of memory, and publishes only the port of the API',
      'does not run as root, and declares its data folder as a volume',
    ],
  ],
};

const SUITES = /\.spec\.ts$/;

test('every promise of SECURITY.md is proven by tests, which exist', () => {
  const promises = promisesIn(readFileSync(join(ROOT, 'SECURITY.md'), 'utf8'));
  expect(promises.length).toBeGreaterThan(20);
  expect(unproven(promises, PROOFS, sources(SUITES))).toEqual([]);
});

describe('the rule finds', () => {
  const text =
    "test('proves it', () => {}); test.skip('is left out', () => {}); test.each([1])('is done %i times', () => {}); describe('a group', () => {});";
  const suite = {
    file: 'planted.spec.ts',
    text,
    code: text,
    tree: ts.createSourceFile('planted.spec.ts', text, ts.ScriptTarget.Latest, true),
  };
  const promise = 'Nothing happens.';
  const found = (proofs: Proofs): string[] => unproven([promise], proofs, [suite]);

  test('nothing where all is well', () => {
    expect(titlesIn(suite)).toEqual(['proves it', 'is done %i times']);
    expect(found({ [promise]: [['planted.spec.ts', 'proves it', 'is done %i times']] })).toEqual([]);
  });

  test.each<[string, Proofs, string[]]>([
    ['a promise without a test', {}, [`has no test: ${promise}`]],
    ['an empty proof', { [promise]: [] }, [`has no test: ${promise}`]],
    ['a suite that does not exist', { [promise]: [['other.spec.ts', 'proves it']] }, ['does not exist: other.spec.ts']],
    [
      'a test that does not exist',
      { [promise]: [['planted.spec.ts', 'proved it']] },
      ['does not exist: planted.spec.ts: proved it'],
    ],
    [
      'a test that is skipped',
      { [promise]: [['planted.spec.ts', 'is left out']] },
      ['does not exist: planted.spec.ts: is left out'],
    ],
    ['a group', { [promise]: [['planted.spec.ts', 'a group']] }, ['does not exist: planted.spec.ts: a group']],
    [
      'what is not promised any more',
      { [promise]: [['planted.spec.ts', 'proves it']], 'Other.': [['planted.spec.ts', 'proves it']] },
      ['is not promised: Other.'],
    ],
  ])('%s', (_what, proofs, problems) => {
    expect(found(proofs)).toEqual(problems);
  });

  test('sentences of the section, whatever their form', () => {
    const page =
      '# Page\n\nNo promise.\n\n## What is promised\n\n**One.** It is\nso. `npm start` does. [A page](a.md#b) lists.\n\nLast one.\n\n## Rest\n\nNo promise.\n';
    expect(promisesIn(page)).toEqual(['It is so.', '`npm start` does.', 'A page lists.', 'Last one.']);
  });
});
