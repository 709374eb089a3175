import { deepStrictEqual, partialDeepStrictEqual as matches } from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type { Case } from '../kit.ts';

/** Flags with values that a seller grants with a license key (docs/licensing/entitlements.md). */
export const ENTITLEMENTS: readonly Case[] = [
  {
    name: 'what a key entitles to: in the lease until that is renewed, and in the answer of validate at once',
    run: async (kit) => {
      const { key, app } = await kit.leased();
      const flag = (pages: number) => ({ benefit_id: randomUUID(), values: { max_pages: pages, formats: 'pdf,svg' } });
      const ofKey = { type: 'license_keys', benefit_id: key.benefitId };
      const inLease = (...flags: object[]) => ({
        usable: true,
        lease: { claims: { entitlements: [ofKey, ...flags.map((each) => ({ type: 'feature_flag', ...each }))] } },
      });
      matches(await app.check(), inLease());
      const flags = [flag(500), flag(20)];
      key.entitlements = flags;
      matches(await app.must('validate'), { license_key: { entitlements: flags } });
      matches(await app.check(), inLease());
      await app.must('lease');
      kit.offline();
      await app.open();
      matches(await app.check(), inLease(...flags));
    },
  },
  {
    name: 'entitlements: whether a key has one, and up to which number',
    run: async (kit) => {
      const entitlements = [
        { type: 'license_keys', benefit_id: 'the key' },
        {
          type: 'feature_flag',
          benefit_id: 'of pages',
          values: { pages: 500, export: false, trial: true, none: 0, tier: 'pro' },
        },
        { benefit_id: 'more', values: { pages: 700.5, export: true, under: -1 } },
        { benefit_id: 'plain', values: {} },
        { benefit_id: 7, values: { odd: true } },
        { benefit_id: 'without', values: null },
        'text',
        null,
      ];
      const names = ['pages', 'export', 'trial', 'none', 'tier', 'under', 'of pages', 'plain', 'the key', 'odd', 'without', ''];
      const driver = kit.driver();
      const ask = async (given: unknown) => {
        const { has, limits } = await driver.ask('vector', { kind: 'entitlements', given: { entitlements: given, names } });
        return { has, limits };
      };
      deepStrictEqual(await ask(entitlements), {
        has: ['pages', 'export', 'trial', 'tier', 'under', 'of pages', 'plain'],
        limits: { pages: 700.5, none: 0, under: -1 },
      });
      for (const other of [null, [], {}, 'export']) deepStrictEqual(await ask(other), { has: [], limits: {} });
    },
  },
];
