import { entitlementsIn } from '../src/entitlements.ts';
import { normalForm } from '../src/key-form.ts';
import { openKeySet } from '../src/key-set.ts';
import { verifyLease } from '../src/lease.ts';
import { leaseFileIn } from '../src/mailed-file.ts';
import { addressesOf, describeDevice } from '../src/node/describe-device.ts';
import { orFault } from '../src/result.ts';
import { type SentRequest, verifyAnswer } from '../src/signed-answer.ts';
import { verifySignedKey } from '../src/signed-key.ts';
import { statusIn } from '../src/status-list.ts';

interface Signed {
  readonly root_key: string;
  readonly issuer: string;
  readonly organization_id: string;
  readonly signed_keys: string;
  readonly now: number;
}

interface Answered {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface Facts {
  readonly files: Readonly<Record<string, string>>;
  readonly env: Readonly<Record<string, string>>;
  readonly hostname: string;
  readonly cpu: string;
  readonly cards: readonly { readonly name: string; readonly address: string }[];
  readonly system_id?: string;
  readonly platform: string;
}

const openSet = ({ root_key: rootKey, issuer, organization_id: organizationId, signed_keys }: Signed, at: number) =>
  openKeySet(signed_keys, { rootKey, issuer, organizationId }, at);

/** What each kind of vectors asks: a verification by itself, without a client. */
export const vectors: Readonly<Record<string, (given: never) => Promise<object>>> = {
  lease: (
    given: Signed & { readonly lease: string; readonly device: string; readonly license_key_id: string; readonly nonce: string },
  ) =>
    orFault(async () => {
      const { root_key: rootKey, issuer, organization_id: organizationId, signed_keys: signedKeys, lease, now } = given;
      const expected = { device: given.device, licenseKeyId: given.license_key_id, nonce: given.nonce };
      const { state } = await verifyLease({ lease, signedKeys, now }, { rootKey, issuer, organizationId }, expected);
      return { state };
    }),
  key_set: (given: Signed) => orFault(async () => ({ kids: (await openSet(given, given.now)).keys.map(({ kid }) => kid) })),
  status_list: (given: Signed & { readonly token: string; readonly index: number; readonly uri: string }) =>
    orFault(async () => statusIn(given.token, given, (await openSet(given, 0)).keys, given)),
  signed_answer: (given: Signed & { readonly answer: Answered; readonly request: SentRequest }) =>
    orFault(async () => {
      const { status, headers, body } = given.answer;
      const { keys } = await openSet(given, 0);
      return { signedAt: (await verifyAnswer({ status, headers: new Headers(headers), text: body }, given.request, keys)).at };
    }),
  signed_license_key: (given: Signed & { readonly key: string; readonly benefit_ids?: readonly string[] }) =>
    orFault(async () => {
      const { root_key: rootKey, issuer, organization_id: organizationId, key, now, benefit_ids: benefitIds } = given;
      const { entitlements, ...says } = await verifySignedKey(key, { rootKey, issuer, organizationId }, { now, benefitIds });
      return { ...says, entitlements: Object.fromEntries(entitlements) };
    }),
  entitlements: async ({ entitlements, names }: { readonly entitlements: unknown; readonly names: readonly string[] }) => {
    const { has, limit } = entitlementsIn(entitlements);
    const limits = names.flatMap((name) => (limit(name) === null ? [] : [[name, limit(name)]]));
    return { has: names.filter((name) => has(name)), limits: Object.fromEntries(limits) };
  },
  key_form: async ({ key }: { readonly key: string }) => ({ key: normalForm(key) }),
  lease_file: ({ file }: { readonly file: string }) => orFault(async () => leaseFileIn(file)),
  device: async ({ files, cards, system_id, ...facts }: Facts) => {
    const read = async (path: string): Promise<string | null> => files[path] ?? null;
    const systemId = async (): Promise<string | null> => system_id ?? null;
    return { description: await describeDevice({ ...facts, addresses: addressesOf(cards), read, systemId }) };
  },
};
