import { ListUndeliveredPurchases } from '#connectors';
import { Access } from '#kernel';
import type { Result } from '../define-command.ts';
import { everyPage } from '#support/paging';
import type { Buses } from '../with-application.ts';

export async function listUndelivered(owner: string, { queries }: Buses): Promise<Result> {
  const access = new Access([owner], [], 'connectors');
  const lines = await everyPage((page) => queries.execute(new ListUndeliveredPurchases(access, {}, page)));
  const texts = lines.map(({ id, occurred_at, email, amount, currency, external_id, problem }) =>
    [id, occurred_at.toISOString(), email ?? '-', amount === null ? '-' : `${amount} ${currency}`, external_id, problem].join(
      '  ',
    ),
  );
  return { text: texts.length > 0 ? texts.join('\n') : 'Everything that was paid is delivered.', data: lines };
}
