import fc from 'fast-check';
import { isRedirectUri, problemOf } from '../../domain/client-metadata.ts';
import { pageHeaders } from './page.ts';

const policyOf = (redirectUri?: string): string => pageHeaders(redirectUri)['content-security-policy']!;
const directives = (policy: string): string[] => policy.split(/[;,]/).map((each) => each.trim().split(/\s+/)[0]!);
const sources = (policy: string): string[] => /form-action ([^;]*)/.exec(policy)![1]!.split(' ');

const INTENDED = directives(policyOf());
/** Addresses with a text in place of the host, behind it, or in place of the scheme. */
const texts = fc.oneof(
  fc.string(),
  fc.string({ unit: fc.constantFrom(...';, \'"*:/@\\\t\n\0#?ax.-[]%') }),
  fc.constantFrom("app.example;script-src 'unsafe-inline'", 'app.example,sandbox', "app.example 'unsafe-inline'", '*'),
);
const addresses = fc.oneof(
  texts.map((text) => `https://${text}/`),
  texts.map((text) => `https://app.example${text}`),
  texts.map((text) => `https://app.example/${text}`),
  texts.map((text) => `http://localhost${text}`),
  texts.map((text) => `com.example.app${text}:/`),
  fc.tuple(texts, texts).map(([scheme, rest]) => `a.${scheme}://${rest}`),
  fc.webUrl({ withQueryParameters: true }),
  texts,
);

test('no address adds a directive to the policy of a page, and at most one source', () => {
  fc.assert(
    fc.property(addresses, (address) => {
      expect(directives(policyOf(address))).toEqual(INTENDED);
      expect(sources(policyOf(address)).length).toBeLessThanOrEqual(2);
    }),
    { numRuns: 5_000, seed: 1 },
  );
});

test('forms may lead where an accepted registration says, and nowhere else', () => {
  let accepted = 0;
  fc.assert(
    fc.property(addresses, fc.constantFrom('web', 'native'), (address, type) => {
      const metadata = { client_name: 'Reports', application_type: type, redirect_uris: [address] };
      expect(problemOf(metadata) === undefined).toBe(isRedirectUri(address, type));
      if (!isRedirectUri(address, type)) return;
      accepted += 1;
      const { origin, protocol } = new URL(address);
      expect(sources(policyOf(address))).toEqual(["'self'", origin === 'null' ? protocol : origin]);
    }),
    { numRuns: 5_000, seed: 1 },
  );
  expect(accepted).toBeGreaterThan(100);
});
