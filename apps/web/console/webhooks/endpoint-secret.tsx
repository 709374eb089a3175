import { useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay } from '../context.ts';
import { type Overlap, OVERLAPS, OverlapInput } from '../overlap-input.tsx';
import { useWords } from '../words/index.ts';
import type { Endpoint } from './endpoint-form.tsx';

/** The secret that signs what is sent to an endpoint. */
export function EndpointSecret({ endpoint: { id, secret } }: { readonly endpoint: Endpoint }): ReactNode {
  const { webhooks: words } = useWords();
  const queries = useQueryClient();
  const mayRotate = useMay('webhooks:write');
  const [isRotating, setRotating] = useState(false);
  const [overlap, setOverlap] = useState<Overlap>('day');
  const rotate = async (): Promise<void> => {
    const body = { overlap_seconds: OVERLAPS[overlap] };
    await answer(api.PATCH('/v1/webhooks/endpoints/{id}/secret', { params: { path: { id } }, body }));
    await queries.invalidateQueries({ queryKey: ['webhooks'] });
    toast(words.rotated);
  };
  return (
    <Card
      title={words.secret}
      end={
        mayRotate && (
          <Button small icon={RefreshCw} onPress={() => setRotating(true)}>
            {words.rotate}
          </Button>
        )
      }
    >
      <div className="stack">
        <Secret text={secret} what={words.secretName} />
        <p className="faint small">{words.secretText}</p>
      </div>
      <ConfirmDialog
        title={words.rotateTitle}
        text={words.rotateText}
        confirm={words.rotate}
        isDestructive
        isOpen={isRotating}
        onClose={() => setRotating(false)}
        onConfirm={rotate}
      >
        <OverlapInput label={words.overlap} value={overlap} onChange={setOverlap} />
      </ConfirmDialog>
    </Card>
  );
}
