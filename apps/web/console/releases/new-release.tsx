import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useLanguage } from '../../i18n/languages.tsx';
import { ComboInput, SelectInput } from '../../ui/choices.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { Loaded } from '../../ui/surfaces.tsx';
import { api, useOrganization } from '../context.ts';
import { choicesOf } from '../form-fields.tsx';
import { useIdempotencyKey } from '../idempotency-key.ts';
import type { Release } from './filters.ts';
import { newNote, NotesInput, notesOf } from './notes-input.tsx';
import { productsQuery } from '../sales/products.tsx';
import { RequiredFlagsInput } from './required-flags.tsx';
import { useReleaseWords } from './words.ts';

/** Creates a draft and opens it, where files are added. */
export function NewReleaseDialog({
  product: given,
  onClose,
}: {
  /** The product that the list shows. */
  readonly product: string | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const words = useReleaseWords();
  const { language } = useLanguage();
  const { organization_id, slug } = useOrganization();
  const products = useQuery(productsQuery(organization_id));
  const queries = useQueryClient();
  const navigate = useNavigate();
  const keyOf = useIdempotencyKey();
  const [product, setProduct] = useState<string | null>(given ?? null);
  const [scheme, setScheme] = useState<Release['version_scheme']>('semver');
  const [channel, setChannel] = useState<Release['channel']>('stable');
  const [notes, setNotes] = useState(() => [newNote(language)]);
  const [required, setRequired] = useState<readonly string[]>([]);
  const send = async (form: FormData): Promise<void> => {
    const body: Schema<'ReleaseCreate'> = {
      product_id: product!,
      version: String(form.get('version')).trim(),
      version_scheme: scheme,
      channel,
      notes: notesOf(notes),
      required_benefit_ids: [...required],
    };
    const { id } = await answer(api.POST('/v1/releases/', { headers: { 'Idempotency-Key': keyOf(body) }, body }));
    await queries.invalidateQueries({ queryKey: ['releases'] });
    onClose();
    await navigate({ to: '/$slug/releases/$id', params: { slug, id } });
  };
  return (
    <Dialog wide title={words.create} isOpen onClose={onClose}>
      <p className="soft">{words.createText}</p>
      <Loaded of={products}>
        {({ items }) => (
          <ApiForm submitLabel={words.submit} onSubmit={send} onCancel={onClose}>
            <ComboInput
              name="product_id"
              isRequired
              label={words.product}
              showAll={words.showProducts}
              value={product}
              choices={items.map(({ id, name }) => ({ id, label: name }))}
              onChange={setProduct}
            />
            <TextInput name="version" label={words.version} placeholder="3.2.1" maxLength={100} isRequired />
            <SelectInput
              name="version_scheme"
              label={words.scheme}
              value={scheme}
              choices={choicesOf(words.schemes)}
              onChange={setScheme}
            />
            <SelectInput
              name="channel"
              label={words.channel}
              value={channel}
              choices={choicesOf(words.channels)}
              onChange={setChannel}
            />
            <NotesInput drafts={notes} onChange={(drafts) => setNotes([...drafts])} />
            <RequiredFlagsInput chosen={required} onChange={setRequired} />
          </ApiForm>
        )}
      </Loaded>
    </Dialog>
  );
}
