import { createHash, createHmac } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { format, resolveConfig } from 'prettier';
import { signAnswer } from '../libs/licensing/src/domain/signing/http-signature.ts';
import { leaseClaims } from '../libs/licensing/src/domain/leases/lease-claims.ts';
import { signedString } from '../libs/licensing/src/domain/keys/signed-string.ts';
import { Signer } from '../libs/licensing/src/domain/signing/signer.ts';
import { statusListClaim } from '../libs/licensing/src/domain/leases/status-lists.ts';

/**
 * Writes `docs/licensing/vectors.json` and `signed-key-vectors.json`: keys, leases and a status list with which a client in any language can be tested. Everything
 * is derived from constants, so the file changes only if a format does.
 */
const PAGE = 'docs/licensing/vectors.json';
const SIGNED_KEYS_PAGE = 'docs/licensing/signed-key-vectors.json';

/** A key whose private part is 32 times the same byte, in PKCS #8. */
const signerOf = (byte) => Signer.from(Buffer.from(`302e020100300506032b657004220420${byte.repeat(32)}`, 'hex'));
const [root, signing, next, stranger] = ['01', '02', '03', '04'].map(signerOf);

const ISSUED = new Date('2026-06-01T12:00:00Z');
const later = (seconds) => new Date(ISSUED.getTime() + seconds * 1000);
const at = (seconds) => Math.floor(later(seconds).getTime() / 1000);
const HOUR = 3600;
const DAY = 24 * HOUR;

const issuer = 'https://licenses.example.com';
const organizationId = '6f1c1a52-5d0e-4f6b-9a43-1b7f0c2d3e4f';
const keyId = '9b1deb4d-3b7d-4bad-9bdd-2b0d7b3dcb6d';
const addresses = {
  issuer,
  statusList: (list) => `${issuer}/.well-known/latchkey/${organizationId}/status-lists/${list}`,
};
const facts = {
  organizationId,
  keyId,
  term: {
    id: '1f0a6a0e-6a2e-4b1f-8d1c-2f3e4d5c6b7a',
    activationId: '0b8f9d2e-7c31-4a5d-8e6f-9a1b2c3d4e5f',
    statusIndex: 5,
    issuedAt: ISSUED,
    expiresAt: later(DAY),
    heldUntil: later(DAY + HOUR),
    leaseSeconds: DAY,
    maxOfflineDevices: 3,
  },
  activation: { id: '0b8f9d2e-7c31-4a5d-8e6f-9a1b2c3d4e5f', device: 'laptop' },
  key: {
    benefitId: '3f2504e0-4f89-4d3a-9a0c-0305e82c3301',
    customerId: '7c9e6679-7425-40de-944b-e07fc1f90ae7',
    displayKey: '****-E304DA',
    expiresAt: null,
    limitActivations: 5,
    limitUsage: null,
    usage: 0,
  },
};
const claims = leaseClaims(facts, addresses, 'n-1');
const TYPE = 'latchkey-lease+jwt';
const lease = signing.token(TYPE, claims);

const encoded = (value) => Buffer.from(JSON.stringify(value)).toString('base64url');
const [header, payload, signature] = lease.split('.');
/** A token with this header, signed as `sign` says. */
const forged = (changes, sign, body = payload) => {
  const input = `${encoded({ alg: 'EdDSA', kid: signing.kid, typ: TYPE, ...changes })}.${body}`;
  return `${input}.${sign(input)}`;
};
const bySigning = (input) => signing.sign(input).toString('base64url');
const byStranger = (input) => stranger.sign(input).toString('base64url');
const byHmac = (input) => createHmac('sha256', Buffer.from(signing.jwk.x, 'base64url')).update(input).digest('base64url');
const withClaims = (changes) => signing.token(TYPE, { ...claims, ...changes });

const accepted = (name, token, now, state = 'valid') => ({ name, token, now, accepted: true, state });
const refused = (name, fault, token, now = at(60)) => ({ name, token, now, accepted: false, fault });

/** A license key that proves itself, as signed-keys.md says. */
const benefitId = facts.key.benefitId;
const END = later(365 * DAY);
const signedKeyWith = ({ prefix = 'ACME', signer = root, ...changes } = {}) => {
  const signedFormat = { type: 'signed', product: 'flight-notes', entitlements: ['pdf-export', 'pages', 'api', 'seats'] };
  const entitlements = [{ benefit_id: keyId, values: { pages: 5000, 'pdf-export': true, api: false, seats: 1.5, other: 7 } }];
  return signedString(
    { prefix, format: signedFormat, benefitId, serial: 65_541, expiresAt: END, entitlements, ...changes },
    signer,
    ISSUED,
  ).key;
};
const says = {
  serial: 65_541,
  benefit_id: benefitId,
  product: 'flight-notes',
  entitlements: { 'pdf-export': true, pages: 5000 },
  signed_at: at(0),
  ends_at: at(365 * DAY),
  status: { index: 5, uri: addresses.statusList(1) },
};
const plainSigned = { format: { type: 'signed' }, prefix: null, serial: 0, expiresAt: null, entitlements: null };
const plainSays = {
  serial: 0,
  benefit_id: benefitId,
  product: null,
  entitlements: {},
  signed_at: at(0),
  ends_at: null,
  status: { index: 0, uri: addresses.statusList(0) },
};
const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const longest = { type: 'signed', product: 'p'.repeat(40), entitlements: ['a'.repeat(32), 'b'] };
const signedKeyOf = signedKeyWith();
/** A text of this form whose signature proves a payload, and nothing about it. */
const signedPayload = (bytes) => {
  const sent = Buffer.from(bytes);
  return `LK1.${Buffer.concat([sent, root.sign(Buffer.concat([Buffer.from('latchkey-signed-key\nLK1.'), sent]))]).toString('base64url')}`;
};
const payloadOf = (key) => Buffer.from(key.slice(key.lastIndexOf('.') + 1), 'base64url').subarray(0, -64);
const plainPayload = payloadOf(signedKeyWith(plainSigned));
const isKey = (name, key, content, now = at(60), changes = {}) => ({ name, key, now, ...changes, says: content });
const isNone = (name, key, fault, now = at(60), changes = {}) => ({ name, key, now, ...changes, fault });
const signedKeyVectors = {
  $schema: './signed-key-vectors.schema.json',
  description:
    'See signed-keys.md. Each key is verified at the time `now` with the root key, issuer and organization of vectors.json, unless it has its own `root`. Times are seconds since the epoch. What has a `fault` is refused, for this reason.',
  keys: [
    isKey('a key', signedKeyOf, says),
    isKey('of one of the benefits', signedKeyOf, says, at(60), { benefit_ids: [keyId, benefitId] }),
    isKey('a key without prefix, product, entitlements and end', signedKeyWith(plainSigned), plainSays),
    isKey('a key without end, many years later', signedKeyWith(plainSigned), plainSays, at(50 * 365 * DAY)),
    isKey('a key without end, by a clock that was never set', signedKeyWith(plainSigned), plainSays, 0),
    isKey('a prefix with a hyphen, a dot and the mark', signedKeyWith({ prefix: 'a-b.LK1.c' }), says),
    isKey('a prefix beyond ASCII', signedKeyWith({ prefix: 'zoë' }), says),
    isKey(
      'the highest serial and the highest number',
      signedKeyWith({ serial: 2_147_483_647, entitlements: [{ benefit_id: keyId, values: { pages: 4_294_967_295 } }] }),
      {
        ...says,
        serial: 2_147_483_647,
        entitlements: { pages: 4_294_967_295 },
        status: { index: 65_535, uri: addresses.statusList(32_767) },
      },
    ),
    isKey(
      'the longest names',
      signedKeyWith({
        prefix: null,
        format: longest,
        entitlements: [{ benefit_id: keyId, values: { ['a'.repeat(32)]: 0, b: true } }],
      }),
      {
        ...says,
        product: 'p'.repeat(40),
        entitlements: { ['a'.repeat(32)]: 0, b: true },
      },
    ),
    isKey('in the last second before it ends', signedKeyOf, says, at(365 * DAY - 1)),
    isKey('by a clock that is a day behind', signedKeyOf, says, at(-DAY)),
    isNone('after its end', signedKeyOf, 'expired', at(365 * DAY + 60)),
    isNone('by a clock that is two days behind', signedKeyOf, 'not_yet_valid', at(-2 * DAY)),
    isNone('of another benefit', signedKeyOf, 'wrong_benefit', at(60), { benefit_ids: [keyId] }),
    isNone('by another root key', signedKeyOf, 'bad_signature', at(60), { root: stranger.jwk.x }),
    isNone('signed by a signing key', signedKeyWith({ signer: signing }), 'bad_signature'),
    isNone('with another prefix', signedKeyOf.replace('ACME', 'ACMF'), 'bad_signature'),
    isNone('without its prefix', signedKeyOf.replace('ACME-', ''), 'bad_signature'),
    isNone('a changed end', signedKeyOf.replace(/(LK1\..{12}).{4}/, '$1____'), 'bad_signature'),
    isNone('a payload that is cut', signedPayload(plainPayload.subarray(0, -1)), 'malformed'),
    isNone('a payload with more after it', signedPayload(Buffer.concat([plainPayload, Buffer.alloc(1)])), 'malformed'),
    isNone(
      'an entitlement that is cut',
      signedPayload(Buffer.concat([plainPayload.subarray(0, -1), Buffer.from([1, 129, 97, 0])])),
      'malformed',
    ),
    isNone('a signature and nothing else', `LK1.${root.sign('latchkey-signed-key\nLK1.').toString('base64url')}`, 'malformed'),
    isNone(
      'written in another way',
      signedKeyWith(plainSigned).replace(/.$/, (last) => ALPHABET[ALPHABET.indexOf(last) + 1]),
      'malformed',
    ),
    isNone('written with padding', `${signedKeyOf}=`, 'malformed'),
    isNone('in lower case', signedKeyOf.toLowerCase(), 'malformed'),
    isNone('with a blank', ` ${signedKeyOf} `, 'malformed'),
    isNone('with a line break', signedKeyOf.replace(/.{40}/, '$&\n'), 'malformed'),
    isNone('a key of another form', 'ACME-1C285B2D-6CE6-4BC7-B8BE-ADB6A7E304DA', 'malformed'),
    isNone('a token', `${header}.${signature}`, 'malformed'),
    isNone('nothing', '', 'malformed'),
    isNone('a long text', `LK1.${'A'.repeat(1100)}`, 'too_long'),
  ],
};

/** A signed answer to a request, as signed-answers.md says. */
const digestOf = (body) => `sha-256=:${createHash('sha256').update(body).digest('base64')}:`;
const request = {
  operation: 'customer_portal.license_keys.validate',
  body: `{"key":"ACME-1","organization_id":"${organizationId}"}`,
  nonce: 'Zk3-9_x.~+/=',
};
const HEARTBEAT = 'customer_portal.license_keys.heartbeat';
const answerBody = `{"id":"${keyId}","status":"granted"}`;
/** The answer with its signature. */
const signedAnswer = (signer, changes = {}) => {
  const { status, body, operation } = { status: 200, body: answerBody, operation: request.operation, ...changes };
  const digests = { 'content-digest': digestOf(body), 'license-request-digest': digestOf(request.body) };
  const [contentDigest, requestDigest] = Object.values(digests);
  const made = signAnswer(signer, { status, contentDigest, requestDigest, nonce: request.nonce, operation }, ISSUED);
  const name = operation === undefined ? {} : { 'license-operation': operation };
  return { status, headers: { ...digests, ...name, 'signature-input': made.input, signature: made.signature }, body };
};
const answer = signedAnswer(signing);
const withHeaders = (changes) => ({ ...answer, headers: { ...answer.headers, ...changes } });
const { 'signature-input': signatureInput, signature: _signature, ...unsigned } = answer.headers;

const setOf = (signer) =>
  signer.token('jwk-set+jwt', {
    iss: issuer,
    sub: `${issuer}/.well-known/latchkey/${organizationId}/jwks.json`,
    aud: organizationId,
    iat: at(0),
    exp: at(7 * DAY),
    keys: [next.jwk, signing.jwk],
  });
const signedKeys = setOf(root);

/** A lease file, and how mail programs write it. */
const file = { type: 'latchkey-lease-file', version: 1, lease, signed_keys: signedKeys, activation: { label: 'Laboratory 2' } };
const fileText = JSON.stringify(file);
const MAILED = {
  'as it is': (text) => text,
  'wrapped lines': (text) => text.replace(/.{72}/g, '$&\n'),
  'line breaks of Windows and a byte order mark': (text) => `\ufeff${text.replace(/.{72}/g, '$&\r\n')}\r\n`,
  'a quotation': (text) => text.replace(/.{1,72}/g, '> $&\r\n'),
  'typographic quotation marks': (text) => text.replace(/"([^"]*)"/g, '\u201c$1\u201d'),
  'words around it and soft line breaks': (text) => `Here it is:\n\n${text.replace(/.{72}/g, '$&=\n')}\n\n-- \nYour seller`,
};
const fileWith = (changes) => JSON.stringify({ ...file, ...changes });

/** A machine, and how an application describes it. */
const card = (address, name = 'eth0') => ({ name, address });
const machine = {
  files: {},
  env: {},
  hostname: 'laptop',
  cpu: ' A processor ',
  cards: [card('00:00:00:00:00:00', 'lo'), card('02:00:5e:00:53:02'), card('00:00:5e:00:53:01')],
  platform: 'linux-x64',
};
const described = { hostname: 'laptop', cpu: 'A processor' };
const plain = { ...described, mac_1: '00:00:5e:00:53:01' };
const device = (name, changes, said = plain, virtual = undefined) => ({
  name,
  machine: { ...machine, ...changes },
  description: { components: said, platform: 'linux-x64', ...(virtual === undefined ? {} : { virtual }) },
});

/** What is read of a notebook of which a company has many, as recorded in /etc and /sys; the number is that of the notebook. */
const NOTEBOOK = {
  '/sys/class/dmi/id/board_name': '21F8CTO1WW\n',
  '/sys/class/dmi/id/product_name': '21F8CTO1WW\n',
  '/sys/class/dmi/id/sys_vendor': 'LENOVO\n',
};
const notebook = (n) => ({
  hostname: `nb-${n}`,
  files: {
    ...NOTEBOOK,
    '/etc/machine-id': `${n}`.repeat(32),
    '/sys/class/nvme/nvme0/serial': `S676NX0T${n}            \n`,
  },
  cards: [card(`6c:24:08:aa:00:0${n}`, 'enp0s31f6'), card(`70:1a:b8:00:00:0${n}`, 'wlp0s20f3')],
});
const notebookSaid = (n) => ({
  hostname: `nb-${n}`,
  cpu: 'A processor',
  board: '21F8CTO1WW',
  product: '21F8CTO1WW',
  vendor: 'LENOVO',
  machine_id: `${n}`.repeat(32),
  disk_serial: `S676NX0T${n}`,
  mac_1: `6c:24:08:aa:00:0${n}`,
  mac_2: `70:1a:b8:00:00:0${n}`,
});

const vectors = {
  $schema: './vectors.schema.json',
  description:
    'See offline-leases.md. A case is accepted or refused by an application with `expected` and `root`, at the time `now`.',
  root: root.jwk,
  signed_keys: signedKeys,
  key_sets: [
    { name: 'in its week', now: at(7 * DAY), kids: [next.kid, signing.kid] },
    { name: 'after its week', now: at(7 * DAY + 61), fault: 'expired' },
    { name: 'of another root key', root: stranger.jwk.x, now: at(0), fault: 'bad_signature' },
    { name: 'of another organization', organization_id: keyId, now: at(0), fault: 'wrong_organization' },
    { name: 'of another service', issuer: 'https://licenses.example.org', now: at(0), fault: 'wrong_issuer' },
    { name: 'signed by a signing key', token: setOf(signing), now: at(0), fault: 'bad_signature' },
    { name: 'another token of the root key', token: root.token(TYPE, claims), now: at(0), fault: 'wrong_type' },
  ],
  expected: { iss: issuer, aud: organizationId, sub: keyId, nonce: 'n-1', device: facts.activation.device },
  claims,
  status_list: {
    token: signing.token('statuslist+jwt', {
      iss: issuer,
      sub: addresses.statusList(0),
      iat: at(0),
      exp: at(DAY),
      ttl: 300,
      status_list: statusListClaim([
        { place: 5, status: 1 },
        { place: 6, status: 2 },
        { place: 65_535, status: 1 },
      ]),
    }),
    statuses: { 0: 0, 4: 0, 5: 1, 6: 2, 7: 0, 65_534: 0, 65_535: 1 },
    refused: [
      { name: 'of another list', uri: addresses.statusList(1), index: 0, now: at(0), fault: 'wrong_request' },
      { name: 'after its day', uri: addresses.statusList(0), index: 0, now: at(DAY + 61), fault: 'expired' },
      { name: 'a place that it does not have', uri: addresses.statusList(0), index: 65_536, now: at(0), fault: 'malformed' },
    ],
  },
  signed_answer: {
    request,
    answer,
    refusal: signedAnswer(signing, { status: 404, body: '{"error":"ResourceNotFound","detail":"Not found"}' }),
    faults: {
      'another body': 'bad_signature',
      'another status': 'bad_signature',
      'an answer to another request': 'wrong_request',
      'an answer of another operation': 'wrong_request',
      'of another operation, said to be of this one': 'bad_signature',
      'without the name of the operation': 'wrong_request',
      'another nonce': 'wrong_nonce',
      'a later time': 'bad_signature',
      'signed by a stranger': 'unknown_key',
      'without a signature': 'not_signed',
      'a signature that names no operation': 'not_signed',
    },
    refused: {
      'another body': { ...answer, body: answerBody.replace('granted', 'GRANTED') },
      'another status': { ...answer, status: 201 },
      'an answer to another request': withHeaders({ 'license-request-digest': digestOf('{}') }),
      'an answer of another operation': signedAnswer(signing, { operation: HEARTBEAT }),
      'of another operation, said to be of this one': {
        ...answer,
        headers: { ...signedAnswer(signing, { operation: HEARTBEAT }).headers, 'license-operation': request.operation },
      },
      'without the name of the operation': {
        ...answer,
        headers: Object.fromEntries(Object.entries(answer.headers).filter(([name]) => name !== 'license-operation')),
      },
      'another nonce': withHeaders({ 'signature-input': signatureInput.replace('nonce="Z', 'nonce="z') }),
      'a later time': withHeaders({ 'signature-input': signatureInput.replace(/created=\d+/, `created=${at(DAY)}`) }),
      'signed by a stranger': signedAnswer(stranger),
      'without a signature': { ...answer, headers: unsigned },
      'a signature that names no operation': signedAnswer(signing, { operation: undefined }),
    },
  },
  lease_files: [
    ...Object.entries(MAILED).map(([name, mailed]) => ({ name, file: mailed(fileText), lease, signed_keys: signedKeys })),
    { name: 'of another version', file: fileWith({ version: 2 }), fault: 'wrong_type' },
    { name: 'without a lease', file: fileWith({ lease: undefined }), fault: 'malformed' },
    { name: 'nonsense', file: '[]', fault: 'wrong_type' },
  ],
  devices: [
    device(
      'what Linux lets everybody read, without blanks around it and with at most 256 characters',
      { files: { '/etc/machine-id': '9f86d081\n', '/sys/class/dmi/id/product_name': `${'p'.repeat(300)}\n` } },
      { ...plain, machine_id: '9f86d081', product: 'p'.repeat(256) },
    ),
    device('a notebook', notebook(1), notebookSaid(1)),
    device('another one of the same model', notebook(2), notebookSaid(2)),
    device(
      'the notebook with Docker, a VPN and a dock',
      {
        ...notebook(1),
        cards: [
          card('02:42:12:34:56:78', 'docker0'),
          card('00:ff:12:34:56:78', 'tap0'),
          card('00:00:5e:00:53:77', 'veth12ab'),
          card('00:E0:4C:68:00:01', 'enx00e04c680001'),
          card('00-50-56-C0-00-08', 'VMware Network Adapter VMnet8'),
          card('00:15:5d:00:00:01', 'vEthernet (WSL)'),
          card('00:05:9a:3c:7a:00', 'Ethernet 2'),
          card('01:00:5e:00:53:01', 'eth7'),
          card('80:00:02:08:fe:80:00:00', 'ib0'),
          ...notebook(1).cards.toReversed(),
          card('6c:24:08:aa:00:01', 'br0'),
        ],
      },
      notebookSaid(1),
    ),
    device(
      'the notebook with a private address in a Wi-Fi and another name',
      { ...notebook(1), hostname: 'dhcp-4-22', cards: [card('2e:aa:bb:cc:dd:01', 'wlp0s20f3')] },
      Object.fromEntries(
        Object.entries({ ...notebookSaid(1), hostname: 'dhcp-4-22' }).filter(([name]) => !name.startsWith('mac_')),
      ),
    ),
    device(
      'serials of the board and the system',
      { files: { '/sys/class/dmi/id/board_serial': 'L1HF\n', '/sys/class/dmi/id/product_serial': 'PF4X\n' } },
      { ...plain, board_serial: 'L1HF', system_serial: 'PF4X' },
    ),
    device('what nobody has set', {
      files: {
        '/etc/machine-id': 'uninitialized\n',
        '/sys/class/dmi/id/board_name': '\n',
        '/sys/class/dmi/id/sys_vendor': 'To Be Filled By O.E.M.\n',
        '/sys/class/dmi/id/product_name': 'Not Specified\n',
        '/sys/class/dmi/id/board_serial': 'Default string\n',
        '/sys/class/dmi/id/product_serial': 'System Serial Number\n',
        '/sys/class/nvme/nvme0/serial': '0000000000\n',
      },
    }),
    device('the ID of macOS or Windows', { system_id: 'E5F1-77' }, { ...plain, machine_id: 'E5F1-77' }),
    device(
      'more network cards than are sent, in another order',
      { cards: [5, 3, 1, 4, 2].map((n) => card(`6c:24:08:00:00:0${n}`, `eth${n}`)) },
      { ...described, ...Object.fromEntries([1, 2, 3, 4].map((n) => [`mac_${n}`, `6c:24:08:00:00:0${n}`])) },
    ),
    device('without a network card', { cards: [] }, described),
    device('a virtual machine', { files: { '/sys/class/dmi/id/sys_vendor': 'QEMU' } }, { ...plain, vendor: 'QEMU' }, true),
    device('a container', { files: { '/.dockerenv': '' } }, plain, true),
    device('a runner of a CI', { env: { CI: 'true' } }, plain, true),
  ],
  cases: [
    accepted('a lease', lease, at(60)),
    accepted('at the moment at which it is issued', lease, at(0)),
    accepted('in the last second before it expires', lease, at(DAY - 1)),
    accepted('after it expired, in grace', lease, at(DAY + HOUR - 1), 'grace'),
    accepted('signed by another key of the set', next.token(TYPE, claims), at(60)),
    refused('after its grace', 'expired', lease, at(DAY + HOUR + 61)),
    refused('by a clock that is a day ahead', 'expired', lease, at(60 + 2 * DAY)),
    refused('by a clock that is a day behind', 'not_yet_valid', lease, at(60 - DAY)),
    refused('changed claims', 'bad_signature', `${header}.${encoded({ ...claims, exp: at(365 * DAY) })}.${signature}`),
    refused(
      'a changed signature',
      'bad_signature',
      `${header}.${payload}.${signature.replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))}`,
    ),
    refused('without its signature', 'malformed', `${header}.${payload}.`),
    refused(
      'alg none',
      'malformed',
      forged({ alg: 'none' }, () => ''),
    ),
    refused('alg none with a signature', 'wrong_algorithm', forged({ alg: 'none' }, bySigning)),
    refused('HS256 with the public key as secret', 'wrong_algorithm', forged({ alg: 'HS256' }, byHmac)),
    refused('an unknown kid', 'unknown_key', forged({ kid: stranger.kid }, byStranger)),
    refused('the kid of the signing key, signed by a stranger', 'bad_signature', forged({}, byStranger)),
    refused('without a kid', 'unknown_key', forged({ kid: undefined }, bySigning)),
    refused('with the key in the header', 'unknown_key', forged({ kid: stranger.kid, jwk: stranger.jwk }, byStranger)),
    refused(
      'signed by the root key',
      'unknown_key',
      forged({ kid: root.kid }, (input) => root.sign(input).toString('base64url')),
    ),
    refused('another type of token', 'wrong_type', forged({ typ: 'statuslist+jwt' }, bySigning)),
    refused('a critical header that nobody knows', 'malformed', forged({ crit: ['exp2'], exp2: 1 }, bySigning)),
    refused('of another organization', 'wrong_organization', withClaims({ aud: '0b8f9d2e-7c31-4a5d-8e6f-9a1b2c3d4e5f' })),
    refused('of another service', 'wrong_issuer', withClaims({ iss: 'https://licenses.example.org' })),
    refused('of another license key', 'wrong_license_key', withClaims({ sub: '7c9e6679-7425-40de-944b-e07fc1f90ae7' })),
    refused('of another device', 'wrong_device', withClaims({ device: { activation_id: facts.activation.id, id: 'desktop' } })),
    refused('replayed: another nonce', 'wrong_nonce', withClaims({ nonce: 'n-0' })),
    refused('replayed: no nonce', 'wrong_nonce', withClaims({ nonce: undefined })),
    refused('an expiry that is no number', 'malformed', withClaims({ exp: '9999999999' })),
    refused('an enormous expiry', 'malformed', withClaims({ exp: 1e300 })),
    refused('nonsense', 'malformed', 'nonsense'),
    refused('an enormous token', 'too_long', `${header}.${'A'.repeat(20_000)}.${signature}`),
  ],
};

for (const [page, content] of [
  [PAGE, vectors],
  [SIGNED_KEYS_PAGE, signedKeyVectors],
]) {
  const options = await resolveConfig(join(process.cwd(), page));
  const text = await format(JSON.stringify(content), { ...options, parser: 'json' });
  if (process.argv.includes('--print')) process.stdout.write(text);
  else writeFileSync(page, text);
}
