import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey } from '../../api/client.ts';
import { fieldProblem } from '../../api/problem.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { SelectInput } from '../../ui/choices.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useOrganization } from '../context.ts';
import { useWholeNumber } from '../../ui/whole-number.ts';
import { useWords } from '../words/index.ts';

/** Issues a key to a customer, and shows it. */
export function IssueKeyDialog({
  benefits,
  onClose,
}: {
  readonly benefits: readonly { readonly id: string; readonly description: string }[];
  readonly onClose: () => void;
}): ReactNode {
  const { keys: words } = useWords();
  const { organization_id, slug } = useOrganization();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [chosen, choose] = useState<string | null>(null);
  /** Benefits may be read after the dialog was opened. */
  const benefit = chosen ?? benefits[0]?.id ?? null;
  const [idempotencyKey] = useState(newIdempotencyKey);
  const issue = async (form: FormData): Promise<void> => {
    const email = String(form.get('email')).trim();
    const { items } = await answer(
      api.GET('/v1/customers/', { params: { query: { organization_id: [organization_id], email, limit: 1 } } }),
    );
    const [customer] = items;
    if (!customer) throw fieldProblem('email', words.noSuchCustomer);
    const limit = String(form.get('limit_activations')).trim();
    const issued = await answer(
      api.POST('/v1/license-keys/', {
        headers: { 'Idempotency-Key': `${idempotencyKey}-${customer.id}` },
        body: {
          customer_id: customer.id,
          benefit_id: benefit!,
          ...(limit === '' ? {} : { limit_activations: Number(limit) }),
        },
      }),
    );
    await Promise.all([queries.invalidateQueries({ queryKey: ['keys'] }), queries.invalidateQueries({ queryKey: ['figures'] })]);
    toast(words.issued);
    onClose();
    if ('id' in issued) await navigate({ to: '/$slug/keys/$id', params: { slug, id: issued.id } });
  };
  return (
    <Dialog title={words.issueTitle} isOpen onClose={onClose}>
      <ApiForm submitLabel={words.issueSubmit} submit={{ isDisabled: benefit === null }} onSubmit={issue} onCancel={onClose}>
        <TextInput name="email" type="email" label={words.issueCustomer} hint={words.issueCustomerHint} autoFocus isRequired />
        <SelectInput
          label={words.issueBenefit}
          value={benefit}
          choices={benefits.map(({ id, description }) => ({ id, label: description }))}
          onChange={choose}
        />
        <TextInput
          name="limit_activations"
          inputMode="numeric"
          label={words.limitDevices}
          hint={words.asBenefit}
          maxLength={10}
          check={useWholeNumber(1)}
        />
      </ApiForm>
    </Dialog>
  );
}
