import { deepStrictEqual } from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Case } from '../kit.ts';

type Fields = Readonly<Record<string, unknown>>;
type Named = Fields & { readonly name: string; readonly fault?: string };

interface Vectors {
  readonly root: { readonly x: string };
  readonly signed_keys: string;
  readonly key_sets: readonly Named[];
  readonly expected: Readonly<Record<'iss' | 'aud' | 'sub' | 'nonce' | 'device', string>>;
  readonly claims: { readonly iat: number };
  readonly status_list: {
    readonly token: string;
    readonly statuses: Readonly<Record<string, number>>;
    readonly refused: readonly Named[];
  };
  readonly signed_answer: {
    readonly request: Fields;
    readonly answer: Fields;
    readonly refusal: Fields;
    readonly refused: Readonly<Record<string, Fields>>;
    readonly faults: Readonly<Record<string, string>>;
  };
  readonly lease_files: readonly Named[];
  readonly devices: readonly Named[];
  readonly cases: readonly Named[];
}

/** What is asked of a client, and what it has to answer beside `outcome`. */
interface Question {
  readonly name: string;
  readonly given: Fields;
  readonly answer: Fields;
}

const read = <T>(file: string): T =>
  JSON.parse(readFileSync(join(import.meta.dirname, '../../../../docs/licensing', file), 'utf8')) as T;
const vectors = read<Vectors>('vectors.json');
const { forms } = read<{ readonly forms: readonly Readonly<Record<'what' | 'given' | 'normal', string>>[] }>(
  'key-form-vectors.json',
);

const signedKeys = read<{ readonly keys: readonly Named[] }>('signed-key-vectors.json');

const { expected } = vectors;
const signed = {
  root_key: vectors.root.x,
  issuer: expected.iss,
  organization_id: expected.aud,
  signed_keys: vectors.signed_keys,
  now: vectors.claims.iat,
};
const STATUSES = ['valid', 'revoked', 'suspended'];
const FIRST_LIST = `${expected.iss}/.well-known/latchkey/${expected.aud}/status-lists/0`;
const faultOr = (fault: string | undefined, answer: Fields): Fields => (fault === undefined ? answer : { fault });

const QUESTIONS: Readonly<Record<string, readonly Question[]>> = {
  lease: vectors.cases.map(({ name, token, now, state, fault }) => ({
    name,
    given: { ...signed, lease: token, now, device: expected.device, license_key_id: expected.sub, nonce: expected.nonce },
    answer: faultOr(fault, { state }),
  })),
  key_set: vectors.key_sets.map(({ name, root = vectors.root.x, token = vectors.signed_keys, kids, fault, ...changes }) => ({
    name,
    given: { ...signed, ...changes, root_key: root, signed_keys: token },
    answer: faultOr(fault, { kids }),
  })),
  status_list: [
    ...Object.entries(vectors.status_list.statuses).map(([index, status]) => ({
      name: `place ${index}`,
      given: { ...signed, token: vectors.status_list.token, uri: FIRST_LIST, index: Number(index) },
      answer: { status: STATUSES[status], issued_at: vectors.claims.iat },
    })),
    ...vectors.status_list.refused.map(({ name, fault, ...changes }) => ({
      name,
      given: { ...signed, token: vectors.status_list.token, ...changes },
      answer: { fault },
    })),
  ],
  signed_answer: [
    { name: 'the answer', answer: vectors.signed_answer.answer },
    { name: 'the refusal', answer: vectors.signed_answer.refusal },
    ...Object.entries(vectors.signed_answer.refused).map(([name, answer]) => ({ name, answer })),
  ].map(({ name, answer }) => ({
    name,
    given: { ...signed, answer, request: vectors.signed_answer.request },
    answer: faultOr(vectors.signed_answer.faults[name], { signed_at: vectors.claims.iat }),
  })),
  signed_license_key: signedKeys.keys.map(({ name, root = vectors.root.x, fault, says, ...asked }) => ({
    name,
    given: { ...signed, ...asked, root_key: root },
    answer: faultOr(fault, says as Fields),
  })),
  key_form: forms.map(({ what, given, normal }) => ({ name: what, given: { key: given }, answer: { key: normal } })),
  lease_file: vectors.lease_files.map(({ name, file, fault, lease, signed_keys }) => ({
    name,
    given: { file },
    answer: faultOr(fault, { lease, signed_keys }),
  })),
  device: vectors.devices.map(({ name, machine, description }) => ({
    name,
    given: machine as Fields,
    answer: { description },
  })),
};

export const VECTORS: readonly Case[] = Object.entries(QUESTIONS).map(([kind, questions]) => ({
  name: `vectors: ${kind}`,
  run: async (kit) => {
    const driver = kit.driver();
    for (const { name, given, answer } of questions) {
      const { outcome: _outcome, waited: _waited, ...said } = await driver.ask('vector', { kind, given });
      deepStrictEqual(said, answer, `${name}: ${JSON.stringify(said)} is not ${JSON.stringify(answer)}`);
    }
  },
}));
