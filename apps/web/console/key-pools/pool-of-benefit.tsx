import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Pencil, Plus, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Fact, Status } from '../../ui/display.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay } from '../context.ts';
import { PoolEntries } from './pool-entries.tsx';
import { AddKeysDialog, PoolDialog } from './pool-dialogs.tsx';
import { type Pool, poolQuery } from './pool-query.ts';
import { useKeyPoolWords } from './words.ts';

/** The pool that license keys of a benefit are taken from; a benefit has at most one. */
export function PoolOfBenefit({ id }: { readonly id: string }): ReactNode {
  const words = useKeyPoolWords();
  const mayWrite = useMay('license_keys:write');
  const [isCreating, setCreating] = useState(false);
  const pool = useQuery(poolQuery(id));
  return (
    <Loaded of={pool} waiting={<SkeletonCards count={1} />}>
      {(found) =>
        found ? (
          <PoolCard pool={found} />
        ) : (
          <Card title={words.title}>
            <p className="faint">{words.none}</p>
            {mayWrite && (
              <div className="row">
                <Button icon={Plus} onPress={() => setCreating(true)}>
                  {words.create}
                </Button>
              </div>
            )}
            {isCreating && <PoolDialog benefitId={id} onClose={() => setCreating(false)} />}
          </Card>
        )
      }
    </Loaded>
  );
}

function PoolCard({ pool }: { readonly pool: Pool }): ReactNode {
  const words = useKeyPoolWords();
  const { number } = useFormats();
  const mayWrite = useMay('license_keys:write');
  const queries = useQueryClient();
  const [open, setOpen] = useState<'add' | 'change' | 'delete' | null>(null);
  const { id, name, benefit_id, available, claimed, waiting_grants: waiting, low_threshold: threshold } = pool;
  const close = (): void => setOpen(null);
  const remove = async (): Promise<void> => {
    await answer(api.DELETE('/v1/license-key-pools/{id}', { params: { path: { id } } }));
    await queries.invalidateQueries({ queryKey: ['pools', benefit_id] });
    toast(words.deleted);
  };
  const buttons = mayWrite && (
    <div className="row">
      <Button look="quiet-danger" icon={Trash2} onPress={() => setOpen('delete')}>
        {words.delete}
      </Button>
      <Button icon={Pencil} onPress={() => setOpen('change')}>
        {words.change}
      </Button>
      <Button look="primary" icon={Plus} onPress={() => setOpen('add')}>
        {words.add}
      </Button>
    </div>
  );
  return (
    <Card flush title={words.title} end={buttons}>
      <dl className="facts lines card-body">
        <Fact name={words.name}>{name}</Fact>
        <Fact name={words.available}>
          {number(available)} {available <= threshold && <Status tone="warn">{available === 0 ? words.empty : words.low}</Status>}
        </Fact>
        <Fact name={words.claimed}>{number(claimed)}</Fact>
        {waiting > 0 && (
          <Fact name={words.waiting}>
            {number(waiting)} <span className="faint small">{words.waitingHint}</span>
          </Fact>
        )}
      </dl>
      <PoolEntries pool={pool} />
      {open === 'add' && <AddKeysDialog pool={pool} onClose={close} />}
      {open === 'change' && <PoolDialog benefitId={benefit_id} pool={pool} onClose={close} />}
      <ConfirmDialog
        title={words.deleteTitle}
        text={words.deleteText(number(available))}
        confirm={words.delete}
        isDestructive
        isOpen={open === 'delete'}
        onClose={close}
        onConfirm={remove}
      />
    </Card>
  );
}
