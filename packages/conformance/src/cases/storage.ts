import { deepStrictEqual, equal, notEqual, ok, partialDeepStrictEqual as matches } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { closeSync, openSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Drivers } from '../drivers.ts';
import type { Case } from '../kit.ts';
import { isAble } from '../run-command.ts';
import { keySet, leaseToken, SIGNERS } from '../service/signing.ts';
import { readableByOthers, recordsIn, store } from '../stored.ts';

/** What a file may have after a loss of power, or after somebody has edited it. */
export const DAMAGE = ['', '{"half', 'null', '[]', '{"id":""}'];

/** What makes a record outlast a loss of power, and gives it its name. */
const TRACED = 'fsync,fdatasync,rename,renameat,renameat2,link,linkat';

export const STORAGE: readonly Case[] = [
  {
    name: 'a full disk',
    run: async (kit) => {
      const { app } = await kit.licensed();
      const next = kit.service.issue();
      const { length } = kit.service.received;
      await app.must('limit_writes', { writes: 0 });
      equal((await app.ask('activate', { key: next.key, label: 'pc' })).outcome, 'error');
      equal(kit.service.received.length, length, 'it is noticed before an activation is taken');
      await kit.pass(3600);
      matches(await app.check(), { usable: true });
      await app.open();
      matches(await app.check(), { usable: true });
      await app.must('limit_writes', { writes: null });
    },
  },
  {
    name: 'a storage that can only be read: what a refresh learned counts, and is told',
    run: async (kit) => {
      const { key, app } = await kit.licensed();
      const refreshed = async (expected: object): Promise<void> => matches(await app.must('refresh'), expected);
      await refreshed({ stored: true, license: { usable: true } });
      await app.must('limit_writes', { writes: 0 });
      key.status = 'revoked';
      await kit.pass(600);
      const revoked = { usable: false, reason: 'revoked' };
      await refreshed({ stored: false, status: { outcome: 'ok', status: 'revoked' }, license: revoked });
      deepStrictEqual(await app.check(), revoked);
      key.status = 'granted';
      await kit.pass(600);
      await refreshed({ stored: false, license: { usable: true } });
      await kit.pass(13 * 3600);
      await refreshed({ stored: false, renewal: { outcome: 'ok' }, license: { usable: true, refresh_due: false } });
      matches(await app.check(), { usable: true, refresh_due: false });

      kit.offline();
      await app.open();
      matches(await app.check(), { usable: true, refresh_due: true }, 'a new process knows what is stored');
      kit.online();
      await app.must('limit_writes', { writes: null });
      await refreshed({ stored: true, renewal: { outcome: 'ok' } });
      await app.open();
      matches(await app.check(), { usable: true, refresh_due: false });
      await app.must('limit_writes', { writes: 0 });
      key.status = 'revoked';
      await kit.pass(600);
      await refreshed({ stored: false, license: revoked });
      await app.must('limit_writes', { writes: null });
      await app.must('deactivate');
      deepStrictEqual(await app.check(), { usable: false, reason: 'no_lease' });
    },
  },
  {
    name: 'what a process left that died while it wrote is removed',
    run: async (kit) => {
      const { app } = await kit.licensed();
      const [old, recent, foreign] = [`lease.json.${randomUUID()}.tmp`, `lease.json.${randomUUID()}.tmp`, 'notes.tmp'];
      const yesterday = new Date(Date.now() - 86_400_000);
      for (const name of [old, recent, foreign]) writeFileSync(join(app.storage, name), '{"half');
      for (const name of [old, foreign]) utimesSync(join(app.storage, name), yesterday, yesterday);
      await app.open();
      for (const command of app.able('lease', 'validate')) await app.must(command);
      const left = readdirSync(app.storage).filter((name) => name.endsWith('.tmp'));
      deepStrictEqual(new Set(left), new Set([recent, foreign]));
      for (const name of [recent, foreign]) rmSync(join(app.storage, name));
      recordsIn(app.storage);
    },
  },
  {
    name: 'a record is replaced as a whole: who reads the old one sees nothing of the new one',
    run: async (kit) => {
      const { key, app } = await kit.leased();
      const before = ['license', 'lease', 'clock'].map((name) => {
        const path = join(app.storage, `${name}.json`);
        return { path, text: readFileSync(path, 'utf8'), file: openSync(path, 'r') };
      });
      await kit.pass(3600);
      await app.must('activate', { key: key.key, label: 'renamed' });
      await app.must('lease');
      for (const { path, text, file } of before) {
        equal(readFileSync(file, 'utf8'), text);
        notEqual(readFileSync(path, 'utf8'), text);
        closeSync(file);
      }
    },
  },
  {
    name: 'what was stored outlasts a loss of power',
    isFor: () => isAble('strace', '-o', '/dev/null', 'true'),
    run: async (kit) => {
      const [script, trace] = [join(kit.folder, 'driver.sh'), join(kit.folder, 'trace')];
      writeFileSync(script, kit.language.command);
      const command = `exec strace -f -qq -y -s 4096 -e trace=${TRACED} -o '${trace}' sh '${script}'`;
      const drivers = new Drivers({ ...kit.language, command });
      const { storage } = await kit
        .licensed({}, drivers)
        .then(({ app }) => app)
        .finally(() => drivers.end());
      const calls = readFileSync(trace, 'utf8').split('\n');
      const isFlushed = (path: string, among: readonly string[]): boolean =>
        among.some((call) => /\bf(data)?sync\(/.test(call) && call.includes(`<${path}>`));
      const named = calls.flatMap((call, n) => {
        const [, from, to] =
          /\b(?:rename|link)\w*\((?:AT_FDCWD\S*, )?"([^"]+\.tmp)", (?:AT_FDCWD\S*, )?"([^"]+)"/.exec(call) ?? [];
        return from?.startsWith(storage) ? [{ from, to, n }] : [];
      });
      ok(named.length >= 4, `${named.length} records`);
      for (const { from, to, n } of named) {
        ok(isFlushed(from, calls.slice(0, n)), `the content of ${to} is flushed before it has its name`);
        ok(isFlushed(storage, calls.slice(n)), `the folder is flushed after ${to} has its name`);
      }
    },
  },
  {
    name: 'nothing is forgotten before its successor is stored',
    run: async (kit) => {
      const { app } = await kit.leased();
      const next = kit.service.issue();
      const steps: readonly [string, object][] = [
        ['activate', { key: next.key, label: 'pc' }],
        ['lease', {}],
      ];
      for (const [command, fields] of steps) {
        for (let writes = 0; ; writes++) {
          await app.must('limit_writes', { writes });
          const { outcome } = await app.ask(command, fields);
          await app.open();
          matches(await app.check(), { usable: true }, `${command} with ${writes} writes`);
          if (outcome === 'ok') break;
          equal(outcome, 'error');
        }
        await app.must('limit_writes', { writes: null });
        matches(await app.check(), { refresh_due: command === 'activate' });
      }
      matches(await app.check(), { usable: true, refresh_due: false, lease: { license_key_id: next.id } });
      matches(await app.ask('activate', { key: 'NO-SUCH-KEY', label: 'pc' }), { outcome: 'refused' });
      kit.offline();
      matches(await app.ask('activate', { key: next.key, label: 'pc' }), { outcome: 'unavailable' });
      matches(await app.check(), { usable: true });
    },
  },
  {
    name: 'a damaged or lost device burns no activation',
    run: async (kit) => {
      const { key, app } = await kit.licensed();
      for (const damage of [...DAMAGE, null]) {
        if (damage === null) rmSync(join(app.storage, 'device.json'));
        else store(app.storage, 'device', damage);
        await app.open();
        matches(await app.check(), { usable: true });
        await app.must('activate', { key: key.key, label: 'pc' });
      }
      equal(key.activations.length, 1);
    },
  },
  {
    name: 'what is stored is verified again',
    run: async (kit) => {
      const [{ app }, { app: other }] = [await kit.leased(), await kit.licensed()];
      const stored = recordsIn(app.storage)['lease'] as { readonly lease: string };
      const foreign = recordsIn(other.storage)['lease'] as { readonly lease: string };
      const [header, payload, signature] = stored.lease.split('.') as [string, string, string];
      const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
      const longer = Buffer.from(JSON.stringify({ ...claims, exp: 9_999_999_999 })).toString('base64url');
      const reasons: unknown[] = [];
      const changes = [
        { lease: `${header}.${longer}.${signature}` },
        { lease: foreign.lease },
        { lease: 'x'.repeat(20_000) },
        { signedKeys: stored.lease },
        { lease: null },
        { status: 'unknown' },
        { version: 2 },
      ];
      for (const change of changes) {
        store(app.storage, 'lease', { ...stored, ...change });
        await app.open();
        reasons.push((await app.check())['reason']);
      }
      const missing = ['no_lease', 'no_lease', 'no_lease'];
      deepStrictEqual(reasons, ['bad_signature', 'wrong_license_key', 'too_long', 'wrong_type', ...missing]);
      for (const name of ['clock', 'keys', 'license']) store(app.storage, name, '{"half');
      store(app.storage, 'lease', stored);
      await app.open();
      matches(await app.check(), { usable: true, refresh_due: true });
    },
  },
  {
    name: 'the storage of another client',
    run: async (kit) => {
      const { key, app } = await kit.licensed({ device: { components: { serial: 'one' } } });
      await app.must('check_status');
      await app.must('offline_request', { label: 'pc' });
      recordsIn(app.storage);
      equal(readableByOthers(app.storage).join(), '');

      const taken = await kit.application();
      const { keys, now } = kit.service.state;
      const presented = { key: key.key, organization_id: kit.organizationId, label: 'pc' };
      const { activation } = keys.activate(presented, { device: 'd-1', installation: null }, now);
      const { id: activationId } = activation;
      keys.lease({ ...presented, activation_id: activationId });
      const { token } = leaseToken(SIGNERS.signing, key, activation, { issuedAt: now, nonce: 'n' });
      const license = { key: key.key, activationId, licenseKeyId: key.id, benefitId: null, device: 'd-1' };
      store(taken.storage, 'device', { id: 'd-1' });
      store(taken.storage, 'license', { version: 1, ...license, conditions: {}, label: 'pc', meta: {} });
      const signedKeys = keySet([SIGNERS.signing], now);
      const lease = { lease: token, signedKeys, licenseKeyId: key.id, status: 'valid', statusIssuedAt: now };
      store(taken.storage, 'lease', { version: 1, ...lease });
      store(taken.storage, 'clock', { latest: now, proven: now, offset: 0 });
      store(taken.storage, 'keys', signedKeys);
      await taken.open();
      matches(await taken.check(), { usable: true, lease: { id: key.leases.get(activationId)!.id } });
      await taken.must('validate');
      matches(await taken.must('refresh'), { status: { outcome: 'ok' }, license: { usable: true } });
      equal(kit.service.sent('validate')[0]!['activation_id'], activationId);
    },
  },
];
