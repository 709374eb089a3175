import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable } from '@nestjs/common';
import { type RawBuilder, sql } from 'kysely';
import { inTransaction } from '#engine/persistence';
import { Keyring } from '#engine/secrets';
import { type Trial, TrialHistory, type TrialTrait } from '../../domain/trial-history.ts';

/** A subscription is stored right after its trial was claimed, so an older claim without one was abandoned. */
const ABANDONED_AFTER_MS = 5 * 60_000;

@Injectable()
export class KeyedTrialHistory extends TrialHistory {
  constructor(
    private readonly em: EntityManager,
    private readonly keyring: Keyring,
  ) {
    super();
  }

  claim(trial: Trial, traits: readonly TrialTrait[], now: Date): Promise<boolean> {
    const { organizationId, productId } = trial;
    const known = traits.flatMap((trait) => this.keyring.digests('trial', textOf(trial, trait)));
    const abandoned = new Date(now.getTime() - ABANDONED_AFTER_MS).toISOString();
    const ofTraits = sql`organization_id = ${organizationId} and product_id = ${productId} and digest = any(${known})`;
    return inTransaction(this.em, 'claimed trial', async (transaction) => {
      const run = <T>(statement: RawBuilder<T>) => statement.execute(transaction.getKysely<object>());
      await run(sql`
        delete from entitlements.trial_traits t where ${ofTraits} and created_at < ${abandoned}
          and not exists (select from entitlements.subscriptions s where s.id = t.subscription_id)`);
      const { rows: taken } = await run(sql`select from entitlements.trial_traits where ${ofTraits} limit 1`);
      if (taken.length > 0) return false;
      const { rows: stored } = await run(this.insertion(trial, traits, now));
      if (stored.length === traits.length) return true;
      await run(sql`delete from entitlements.trial_traits where subscription_id = ${trial.subscriptionId}`);
      return false;
    });
  }

  async record(trial: Trial, traits: readonly TrialTrait[], now: Date): Promise<void> {
    await inTransaction(this.em, 'recorded trial', async (transaction) => {
      await this.insertion(trial, traits, now).execute(transaction.getKysely<object>());
    });
  }

  async release({ subscriptionId }: Trial): Promise<void> {
    const deletion = sql`delete from entitlements.trial_traits where subscription_id = ${subscriptionId}`;
    await inTransaction(this.em, 'released trial', async (transaction) => {
      await deletion.execute(transaction.getKysely<object>());
    });
  }

  /** In one order, so that concurrent insertions wait for each other instead of blocking each other. */
  private insertion(trial: Trial, traits: readonly TrialTrait[], now: Date): RawBuilder<unknown> {
    const digests = traits.map((trait) => this.keyring.digest('trial', textOf(trial, trait))).sort(Buffer.compare);
    return sql`
      insert into entitlements.trial_traits (organization_id, product_id, digest, subscription_id, created_at)
      select ${trial.organizationId}, ${trial.productId}, digest, ${trial.subscriptionId}, ${now.toISOString()}
        from unnest(${digests}::bytea[]) as digest
      on conflict do nothing returning digest`;
  }
}

/** Digests of several organizations cannot be compared. */
const textOf = ({ organizationId }: Trial, { kind, value }: TrialTrait): string => `${organizationId}/${kind}/${value}`;
