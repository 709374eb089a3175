import { deepStrictEqual, equal, partialDeepStrictEqual as matches } from 'node:assert/strict';
import type { Case } from '../kit.ts';
import { changing, type Reply } from '../service/exchange.ts';
import { DAY, leaseToken, SIGNERS } from '../service/signing.ts';

const HOUR = 3600;

export const REPLAYS: readonly Case[] = [
  {
    name: 'replayed and changed answers',
    run: async (kit) => {
      const { key, app } = await kit.licensed();
      const replies: Reply[] = [];
      kit.through((_received, answer) => replies[replies.push(answer()) - 1]!);
      await app.must('validate');
      const [recorded] = replies as [Reply];
      const faultWith = async (change: (reply: Reply) => Reply): Promise<unknown> => {
        kit.through(changing('/validate', change));
        return (await app.ask('validate'))['fault'];
      };
      const header = (name: string, change: (value: string) => string) => (reply: Reply) => ({
        ...reply,
        headers: { ...reply.headers, [name]: change(reply.headers[name]!) },
      });
      deepStrictEqual(
        [
          await faultWith(() => recorded),
          await faultWith((reply) => ({ ...reply, text: reply.text.replace('"usage":0', '"usage":1') })),
          await faultWith(header('signature', () => '')),
          await faultWith(header('signature', () => `latchkey=:${'A'.repeat(86)}==:`)),
          await faultWith(header('signature-input', (input) => input.replace('"ed25519"', '"hmac-sha256"'))),
          await faultWith(header('signature-input', (input) => input.replace(/keyid="[^"]*"/, 'keyid="x"'))),
          await faultWith(header('license-request-digest', (digest) => digest.replace(/:./, ':!'))),
        ],
        ['wrong_nonce', 'bad_signature', 'not_signed', 'bad_signature', 'not_signed', 'unknown_key', 'wrong_request'],
      );
      kit.through(
        changing('/lease', (reply) => {
          const [activation] = key.activations;
          const granted = { issuedAt: kit.service.state.now, nonce: 'of-another-request' };
          const { token } = leaseToken(SIGNERS.signing, key, activation!, granted);
          return { ...reply, text: JSON.stringify({ ...JSON.parse(reply.text), lease: token }) };
        }),
      );
      for (const command of app.able('lease')) matches(await app.ask(command), { outcome: 'untrusted', fault: 'bad_signature' });
    },
  },
  {
    name: 'an answer that was signed long before another one',
    run: async (kit) => {
      const { app } = await kit.licensed();
      await kit.pass(2 * HOUR);
      await app.must('validate');
      const { state } = kit.service;
      state.now -= HOUR;
      for (const command of app.able('validate', 'lease')) {
        matches(await app.ask(command), { outcome: 'untrusted', fault: 'expired' }, command);
      }
      await app.open();
      matches(await app.ask('validate'), { outcome: 'untrusted', fault: 'expired' }, 'a new process remembers');
      state.now += HOUR;
      await app.must('validate');
    },
  },
  {
    name: 'an answer of another operation',
    run: async (kit) => {
      const key = kit.service.issue({ checkoutSeconds: 600, limitUsage: 10 });
      const app = await kit.application();
      await app.must('activate', { key: key.key, label: 'laptop' });
      for (const [asked, answered] of [
        ['validate', 'heartbeat'],
        ['heartbeat', 'validate'],
        ['lease', 'heartbeat'],
      ] as const) {
        if (!app.has(asked)) continue;
        kit.through((received, answer) => answer({ ...received, path: received.path.replace(asked, answered) }));
        const fields = asked === 'validate' ? { increment_usage: 1 } : {};
        matches(await app.ask(asked, fields), { outcome: 'untrusted', fault: 'wrong_request' }, `${asked}: ${answered}`);
      }
      equal(key.usage, 0);
    },
  },
  {
    name: 'signatures that name no operation',
    run: async (kit) => {
      const key = kit.service.issue({ checkoutSeconds: 600 });
      const app = await kit.application();
      const commands = [
        ['activate', { key: key.key, label: 'laptop' }],
        ['validate', { increment_usage: 1 }],
        ['heartbeat', {}],
        ['lease', {}],
      ] as const;
      const able = commands.filter(([command]) => app.has(command));
      for (const [command, fields] of able) await app.must(command, fields);
      for (const [command, fields] of able) {
        for (const asked of [undefined, 'latchkey=("@status");tag="latchkey-answer"']) {
          kit.through((received, answer) => {
            const reply = answer({ ...received, headers: { ...received.headers, 'accept-signature': asked } });
            const operation = `customer_portal.license_keys.${command}`;
            return { ...reply, headers: { ...reply.headers, 'license-operation': operation } };
          });
          matches(await app.ask(command, fields), { outcome: 'untrusted', fault: 'not_signed' }, `${command}: ${asked}`);
        }
      }
    },
  },
  {
    name: 'a replayed status list',
    run: async (kit) => {
      const { key, app } = await kit.licensed();
      await kit.pass(60);
      let old: Reply | undefined;
      kit.through(changing('/status-lists/0', (reply) => (old ??= reply)));
      await app.must('check_status');
      kit.online();
      key.status = 'revoked';
      await kit.pass(600);
      matches(await app.must('check_status'), { status: 'revoked' });
      kit.through(changing('/status-lists/0', () => old!));
      matches(await app.ask('check_status'), { outcome: 'untrusted', fault: 'replayed' });
      deepStrictEqual(await app.check(), { usable: false, reason: 'revoked' });
      await kit.pass(2 * DAY);
      matches(await app.ask('check_status'), { outcome: 'untrusted', fault: 'expired' });
    },
  },
];
