import { useQueryClient } from '@tanstack/react-query';
import { ImagePlus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import { answer } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { OrderedList } from '../../ui/ordered-list.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card } from '../../ui/surfaces.tsx';
import { badToast } from '../../ui/toasts.tsx';
import { api, useMay, useOrganization } from '../context.ts';
import { Progress } from '../../ui/progress.tsx';
import { uploadFile } from '../upload.ts';
import { useWords } from '../words/index.ts';
import type { Product } from './price-text.ts';

const TYPES = ['image/jpeg', 'image/png', 'image/gif', 'image/webp', 'image/svg+xml'];

/** The pictures of a product. Each change is stored at once. */
export function ProductPictures({ product: { id, medias } }: { readonly product: Product }): ReactNode {
  const { product: words } = useWords();
  const { organization_id } = useOrganization();
  const textOf = useProblemText();
  const queries = useQueryClient();
  const mayChange = useMay('products:write');
  const mayUpload = useMay('files:write') && mayChange;
  const [progress, setProgress] = useState<number | null>(null);
  const store = async (ids: readonly string[]): Promise<void> => {
    await answer(api.PATCH('/v1/products/{id}', { params: { path: { id } }, body: { medias: [...ids] } }));
    await queries.invalidateQueries({ queryKey: ['products'] });
  };
  const attempt = (change: () => Promise<void>): void => void change().catch((error: unknown) => badToast(textOf(error)));
  const upload = async (files: readonly File[]): Promise<void> => {
    const ids = medias.map((media) => media.id);
    try {
      for (const [index, file] of files.entries()) {
        const onProgress = (share: number): void => setProgress((index + share) / files.length);
        const stored = await uploadFile({ file, service: 'product_media', organizationId: organization_id, onProgress });
        ids.push(stored.id);
      }
    } finally {
      setProgress(null);
      if (ids.length > medias.length) await store(ids);
    }
  };
  if (!mayChange && medias.length === 0) return null;
  return (
    <Card title={words.pictures}>
      <div className="stack">
        <OrderedList
          label={words.pictures}
          items={medias}
          itemId={(media) => media.id}
          nameOf={(media) => media.name}
          onChange={
            mayChange && progress === null ? (changed) => attempt(() => store(changed.map((media) => media.id))) : undefined
          }
        >
          {(media) => <img className="picture" src={media.public_url} alt={media.name} />}
        </OrderedList>
        {progress !== null && <Progress label={words.uploading} share={progress} />}
        {mayUpload && (
          <div className="row">
            <FileTrigger
              acceptedFileTypes={TYPES}
              allowsMultiple
              onSelect={(files) => files && attempt(() => upload([...files]))}
            >
              <Button small icon={ImagePlus} isPending={progress !== null}>
                {words.addPictures}
              </Button>
            </FileTrigger>
          </div>
        )}
      </div>
    </Card>
  );
}
