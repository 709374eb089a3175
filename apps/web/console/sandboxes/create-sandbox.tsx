import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { copyCatalog, type LeftOut } from '../../../../libs/support/src/catalogs/copy-catalog.ts';
import { answer, type Schema } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Progress } from '../../ui/progress.tsx';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useOrganization, userQuery } from '../context.ts';
import { useIdempotencyKey } from '../idempotency-key.ts';
import { sendTo } from './send.ts';
import { useSandboxWords } from './words.ts';

type Organization = Schema<'Organization'>;

interface Copied {
  readonly leftOut: readonly LeftOut[];
  /** Why the copy is not complete. */
  readonly problem: string | null;
}

/** Makes a sandbox of the organization of the page, copies the catalog to it, and goes there. */
export function CreateSandboxDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const words = useSandboxWords();
  const { organization_id: id, name, slug } = useOrganization();
  const keyFor = useIdempotencyKey();
  const textOf = useProblemText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const [copies, setCopies] = useState(true);
  const [share, setShare] = useState<number | null>(null);
  const [made, setMade] = useState<Organization | null>(null);
  const [copied, setCopied] = useState<Copied | null>(null);

  const open = (sandbox: Organization): Promise<void> => navigate({ to: '/$slug', params: { slug: sandbox.slug } });
  const copyTo = async (sandbox: Organization): Promise<Copied> => {
    setShare(0);
    try {
      const leftOut = await copyCatalog({
        from: { organization: { id, slug }, send: sendTo(id) },
        to: { organization: { id: sandbox.id, slug: sandbox.slug }, send: sendTo(sandbox.id) },
        progress: (done, of) => setShare(of === 0 ? 1 : done / of),
      });
      return { leftOut, problem: null };
    } catch (error) {
      return { leftOut: [], problem: textOf(error) };
    } finally {
      setShare(null);
    }
  };
  const finish = async (sandbox: Organization): Promise<void> => {
    const outcome = copies ? await copyTo(sandbox) : { leftOut: [], problem: null };
    if (outcome.problem === null && outcome.leftOut.length === 0) return open(sandbox);
    setCopied(outcome);
  };
  const create = async (form: FormData): Promise<void> => {
    const body = { name: String(form.get('name')).trim(), slug: String(form.get('slug')).trim() };
    const headers = { 'Idempotency-Key': keyFor(body) };
    const sandbox = await answer(api.POST('/v1/organizations/{id}/sandboxes', { params: { path: { id } }, headers, body }));
    setMade(sandbox);
    await queries.invalidateQueries({ queryKey: userQuery.queryKey });
    await queries.invalidateQueries({ queryKey: ['sandboxes', id] });
    toast(words.created(sandbox.name));
    await finish(sandbox);
  };
  return (
    <Dialog title={words.create} isOpen onClose={onClose}>
      {share !== null && <Progress label={words.copying} share={share} />}
      {made && copied ? (
        <>
          <p className="soft">{copied.problem === null ? words.notCopied : words.incomplete}</p>
          {copied.problem !== null && <p className="notice bad">{copied.problem}</p>}
          <ul>
            {copied.leftOut.map(({ section, key, field, reason }) => (
              <li key={`${section}.${key}.${field}`}>
                {words.sections[section]} <code>{field === undefined ? key : `${key}.${field}`}</code>: {words.reasons[reason]}
              </li>
            ))}
          </ul>
          <div className="dialog-actions">
            <Button look="primary" onPress={() => void open(made)}>
              {words.open}
            </Button>
            {copied.problem !== null && (
              <Button
                onPress={() => {
                  setCopied(null);
                  void finish(made);
                }}
              >
                {words.copyAgain}
              </Button>
            )}
          </div>
        </>
      ) : (
        made === null && (
          <ApiForm submitLabel={words.create} onSubmit={create} onCancel={onClose}>
            <TextInput name="name" label={words.name} defaultValue={words.nameOf(name)} isRequired />
            <TextInput name="slug" label={words.slug} hint={words.slugHint} defaultValue={`${slug}-sandbox`} isRequired />
            <SwitchInput label={words.copyCatalog} isSelected={copies} onChange={setCopies} />
            <p className="soft small">{words.copyHint}</p>
          </ApiForm>
        )
      )}
    </Dialog>
  );
}
