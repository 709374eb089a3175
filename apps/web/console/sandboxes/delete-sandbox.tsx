import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { answer } from '../../api/client.ts';
import { fieldProblem } from '../../api/problem.ts';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, type Membership, useOrganization, userQuery } from '../context.ts';
import { useSandboxWords } from './words.ts';

/** Throws the sandbox of the page away, and goes to the organization that it belonged to. */
export function DeleteSandboxDialog({
  production,
  onClose,
}: {
  readonly production: Membership;
  readonly onClose: () => void;
}): ReactNode {
  const words = useSandboxWords();
  const { organization_id: sandbox_id, name, slug } = useOrganization();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = async (form: FormData): Promise<void> => {
    if (String(form.get('slug')).trim() !== slug) throw fieldProblem('slug', words.otherSlug);
    const path = { id: production.organization_id, sandbox_id };
    await answer(api.DELETE('/v1/organizations/{id}/sandboxes/{sandbox_id}', { params: { path } }));
    await navigate({ to: '/$slug/settings/sandboxes', params: { slug: production.slug } });
    await queries.invalidateQueries({ queryKey: userQuery.queryKey });
    await queries.invalidateQueries({ queryKey: ['sandboxes'] });
    toast(words.deleted(name));
  };
  return (
    <ConfirmDialog
      title={words.deleteTitle(name)}
      text={words.deleteText}
      confirm={words.delete}
      isDestructive
      isOpen
      onClose={onClose}
      onConfirm={remove}
    >
      <TextInput name="slug" label={words.typeSlug(slug)} autoComplete="off" isRequired />
    </ConfirmDialog>
  );
}
