import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { SelectInput } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { Loaded } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { useAddOnWords } from './words.ts';

/** So many of the newest keys of the customer are offered; each is asked whether the add-on extends it. */
const MOST_KEYS = 10;
const MOST_SOURCES = 100;

interface Chosen {
  readonly addOn: Schema<'BenefitFeatureFlag'>;
  readonly grant: Schema<'BenefitGrant'>;
}

/** Asks which license key an add-on extends. */
export function ChooseKeyDialog({ addOn, grant, onClose }: Chosen & { readonly onClose: () => void }): ReactNode {
  const words = useAddOnWords();
  const { id, customer } = grant;
  const keys = useQuery({
    queryKey: ['keys', 'for add-on', id],
    queryFn: async () => {
      const benefit_id = addOn.attach?.to === 'key_of' ? addOn.attach.benefit_id : undefined;
      const query = { customer_id: customer.id, benefit_id, status: 'granted' as const, limit: MOST_KEYS };
      const { items } = await answer(api.GET('/v1/license-keys/search', { params: { query } }));
      const isExtended = await Promise.all(items.map((key) => extendsKey(key.id, id)));
      return { items, extended: items.find((_, n) => isExtended[n]) };
    },
  });
  return (
    <Dialog title={words.chooseTitle(customer.name ?? customer.email ?? customer.id)} isOpen onClose={onClose}>
      <Loaded of={keys}>
        {({ items, extended }) =>
          items.length === 0 ? <p>{words.noKeys}</p> : <KeyForm grantId={id} keys={items} extended={extended} onClose={onClose} />
        }
      </Loaded>
    </Dialog>
  );
}

async function extendsKey(keyId: string, grantId: string): Promise<boolean> {
  const params = { path: { id: keyId }, query: { limit: MOST_SOURCES } };
  const { items } = await answer(api.GET('/v1/license-keys/{id}/entitlements', { params }));
  return items.some(({ benefit_grant_id }) => benefit_grant_id === grantId);
}

type Key = Schema<'FoundLicenseKey'>;

function KeyForm({
  grantId,
  keys,
  extended,
  onClose,
}: {
  readonly grantId: string;
  readonly keys: readonly Key[];
  readonly extended: Key | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const words = useAddOnWords();
  const queries = useQueryClient();
  const keyOf = useIdempotencyKey();
  const [chosen, setChosen] = useState((extended ?? keys[0]!).id);
  const attach = async (): Promise<void> => {
    const body = { benefit_grant_id: grantId };
    const headers = { 'Idempotency-Key': keyOf({ ...body, chosen }) };
    await answer(api.POST('/v1/license-keys/{id}/attached-grants', { params: { path: { id: chosen } }, headers, body }));
    await queries.invalidateQueries({ queryKey: ['keys'] });
    toast(words.chosen);
    onClose();
  };
  return (
    <>
      <p className="soft">{extended ? words.extendsKey(extended.display_key) : words.extendsNone}</p>
      <ApiForm submitLabel={words.submit} onSubmit={attach} onCancel={onClose}>
        <SelectInput
          label={words.key}
          hint={words.chooseText}
          value={chosen}
          choices={keys.map(({ id, display_key }) => ({ id, label: display_key }))}
          onChange={setChosen}
        />
      </ApiForm>
    </>
  );
}
