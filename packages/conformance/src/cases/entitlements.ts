import { partialDeepStrictEqual as matches } from 'node:assert/strict';
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
];
