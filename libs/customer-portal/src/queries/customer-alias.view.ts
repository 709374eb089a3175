import { boolean, type Infer, list, object, text, timestamp, uuid4 } from '#platform/wire';

export const CustomerAliasView = object(
  { email: text(), merged_customer_id: uuid4(), can_sign_in: boolean(), merged_at: timestamp() },
  'CustomerAlias',
  {
    email: { text: 'The address that the other customer had.', example: 'ada@relay.example.com' },
    merged_customer_id: 'The ID of the customer that had it, and was merged.',
    can_sign_in: 'Whether who reads mail at the address may sign in: somebody had proved to do so before the merger.',
    merged_at: 'When the customer was merged.',
  },
);
export const CustomerAliasesView = object({ items: list(CustomerAliasView) }, 'CustomerAliases', {
  items: 'The aliases, the newest first.',
});
export type CustomerAliasesView = Infer<typeof CustomerAliasesView>;
