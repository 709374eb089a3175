import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { ConfirmDialog, Dialog } from '../../ui/dialog.tsx';
import { ComboInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { Loaded } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useOrganization } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { useWords } from '../words/index.ts';
import type { Undelivered } from './filters.ts';

export type Remedy = 'map' | 'deliver' | 'address' | 'ignore' | 'follow' | 'dismiss';

const MOST_PRODUCTS = 100;

/** What helps with a line, the best first. */
export function remediesOf({ reason, connector_id, external_price_id, is_deliverable, email }: Undelivered): readonly Remedy[] {
  const isAboutPrice = reason === 'price_unmapped' && connector_id !== null && external_price_id !== null;
  return [
    ...(isAboutPrice ? (['map'] as const) : []),
    ...(is_deliverable ? (['deliver'] as const) : []),
    ...(reason === 'customer_missing' && !is_deliverable && email === null ? (['address'] as const) : []),
    ...(isAboutPrice ? (['ignore'] as const) : []),
    ...(reason === 'customer_email_changed' ? (['follow'] as const) : []),
    'dismiss',
  ];
}

interface DialogProps {
  readonly line: Undelivered;
  readonly onClose: () => void;
}

/** Asks for what a remedy needs. */
export function RemedyDialog({ remedy, ...props }: DialogProps & { readonly remedy: Remedy }): ReactNode {
  switch (remedy) {
    case 'map':
    case 'deliver':
      return <ProductDialog remedy={remedy} {...props} />;
    case 'address':
      return <AddressDialog {...props} />;
    case 'ignore':
      return <IgnoreDialog {...props} />;
    case 'follow':
      return <FollowDialog {...props} />;
    case 'dismiss':
      return <DismissDialog {...props} />;
  }
}

function ProductDialog({ remedy, line, onClose }: DialogProps & { readonly remedy: 'map' | 'deliver' }): ReactNode {
  const { undelivered: words } = useWords();
  const { organization_id: organization } = useOrganization();
  const keyOf = useIdempotencyKey();
  const [product, setProduct] = useState<string | null>(null);
  const products = useQuery({
    queryKey: ['products', organization, 'current'],
    queryFn: () => {
      const query = { organization_id: [organization], is_archived: false, limit: MOST_PRODUCTS };
      return answer(api.GET('/v1/products/', { params: { query } }));
    },
  });
  const asksForEmail = remedy === 'deliver' && line.email === null;
  const send = async (form: FormData): Promise<void> => {
    const params = { path: { id: line.id } };
    const body = { product_id: product! };
    if (remedy === 'map') {
      const headers = { 'Idempotency-Key': keyOf(body) };
      await answer(api.POST('/v1/undelivered-purchases/{id}/map-price', { params, headers, body }));
    } else {
      const delivery = asksForEmail ? { ...body, email: String(form.get('email')).trim() } : body;
      const headers = { 'Idempotency-Key': keyOf(delivery) };
      await answer(api.POST('/v1/undelivered-purchases/{id}/deliver', { params, headers, body: delivery }));
    }
    onClose();
    toast(words.done[remedy]);
  };
  return (
    <Dialog title={words.remedies[remedy]} isOpen onClose={onClose}>
      <p className="soft">
        {remedy === 'map' ? words.mapText(line.external_price_id ?? '') : words.deliverText(line.external_id)}
      </p>
      <Loaded of={products}>
        {({ items }) => (
          <ApiForm submitLabel={words.submit[remedy]} onSubmit={send} onCancel={onClose}>
            <ComboInput
              name="product_id"
              isRequired
              label={words.product}
              showAll={words.product}
              value={product}
              choices={items.map(({ id, name }) => ({ id, label: name }))}
              onChange={setProduct}
            />
            {asksForEmail && <TextInput name="email" type="email" label={words.email} hint={words.emailHint} isRequired />}
          </ApiForm>
        )}
      </Loaded>
    </Dialog>
  );
}

function AddressDialog({ line, onClose }: DialogProps): ReactNode {
  const { undelivered: words } = useWords();
  const keyOf = useIdempotencyKey();
  const send = async (form: FormData): Promise<void> => {
    const body = { email: String(form.get('email')).trim() };
    const headers = { 'Idempotency-Key': keyOf(body) };
    await answer(api.POST('/v1/undelivered-purchases/{id}/deliver', { params: { path: { id: line.id } }, headers, body }));
    onClose();
    toast(words.done.address);
  };
  return (
    <Dialog title={words.remedies.address} isOpen onClose={onClose}>
      <p className="soft">{words.addressText}</p>
      <ApiForm submitLabel={words.submit.address} onSubmit={send} onCancel={onClose}>
        <TextInput name="email" type="email" label={words.email} hint={words.emailHint} autoFocus isRequired />
      </ApiForm>
    </Dialog>
  );
}

function IgnoreDialog({ line, onClose }: DialogProps): ReactNode {
  const { undelivered: words } = useWords();
  const keyOf = useIdempotencyKey();
  const ignore = async (): Promise<void> => {
    const headers = { 'Idempotency-Key': keyOf(line.id) };
    await answer(api.POST('/v1/undelivered-purchases/{id}/ignore-price', { params: { path: { id: line.id } }, headers }));
    toast(words.done.ignore);
  };
  return (
    <ConfirmDialog
      title={words.ignoreTitle(line.external_price_id ?? '')}
      text={words.ignoreText}
      confirm={words.remedies.ignore}
      isOpen
      onClose={onClose}
      onConfirm={ignore}
    />
  );
}

function FollowDialog({ line, onClose }: DialogProps): ReactNode {
  const { undelivered: words } = useWords();
  const keyOf = useIdempotencyKey();
  const follow = async (): Promise<void> => {
    const headers = { 'Idempotency-Key': keyOf(line.id) };
    await answer(api.POST('/v1/undelivered-purchases/{id}/follow-email', { params: { path: { id: line.id } }, headers }));
    toast(words.done.follow);
  };
  return (
    <ConfirmDialog
      title={words.followTitle(line.email ?? '')}
      text={words.followText}
      confirm={words.remedies.follow}
      isOpen
      onClose={onClose}
      onConfirm={follow}
    />
  );
}

function DismissDialog({ line, onClose }: DialogProps): ReactNode {
  const { undelivered: words } = useWords();
  const keyOf = useIdempotencyKey();
  const dismiss = async (form: FormData): Promise<void> => {
    const body = { reason: String(form.get('reason')).trim() };
    const headers = { 'Idempotency-Key': keyOf(body) };
    await answer(api.POST('/v1/undelivered-purchases/{id}/dismiss', { params: { path: { id: line.id } }, headers, body }));
    onClose();
    toast(words.done.dismiss);
  };
  return (
    <Dialog title={words.remedies.dismiss} isOpen onClose={onClose}>
      <ApiForm submitLabel={words.submit.dismiss} onSubmit={dismiss} onCancel={onClose}>
        <TextInput name="reason" label={words.reason} hint={words.reasonHint} autoFocus isRequired />
      </ApiForm>
    </Dialog>
  );
}
