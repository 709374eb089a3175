import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Ago } from '../../ui/display.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, useMay } from '../context.ts';
import { useProducts } from '../sales/products.tsx';
import { useReleaseWords } from './words.ts';

/** As many as a license key can have. */
const MOST = 20;
type Token = Schema<'DownloadToken'>;

const queryKeyOf = (licenseKeyId: string) => ['releases', 'download tokens', licenseKeyId];

/** What stands for a license key in addresses; nothing if it has no download tokens. */
export function KeyDownloadTokens({ licenseKeyId }: { readonly licenseKeyId: string }): ReactNode {
  const list = useQuery({
    queryKey: queryKeyOf(licenseKeyId),
    queryFn: () => answer(api.GET('/v1/download-tokens/', { params: { query: { license_key_id: licenseKeyId, limit: MOST } } })),
  });
  if (!list.data || list.data.items.length === 0) return null;
  return (
    <Suspense>
      <Tokens items={list.data.items} />
    </Suspense>
  );
}

function Tokens({ items }: { readonly items: readonly Token[] }): ReactNode {
  const words = useReleaseWords();
  const mayRevoke = useMay('releases:write');
  const queries = useQueryClient();
  const products = useProducts() ?? [];
  const [leaving, setLeaving] = useState<Token | null>(null);
  const revoke = async ({ id, license_key_id }: Token): Promise<void> => {
    await answer(api.DELETE('/v1/download-tokens/{id}', { params: { path: { id } } }));
    await queries.invalidateQueries({ queryKey: queryKeyOf(license_key_id) });
    toast(words.tokenRevoked);
  };
  const columns: readonly Column<Token>[] = [
    { id: 'token', title: words.token, cell: ({ ending }) => <code>…{ending}</code> },
    {
      id: 'product',
      title: words.product,
      cell: ({ product_id }) => products.find(({ id }) => id === product_id)?.name ?? product_id,
    },
    { id: 'created', title: words.tokenCreated, cell: ({ created_at }) => <Ago at={created_at} /> },
    ...(mayRevoke
      ? [
          {
            id: 'revoke',
            title: words.revokeToken,
            isTitleHidden: true,
            cell: (token: Token) => (
              <Button small onPress={() => setLeaving(token)}>
                {words.revokeToken} <span className="visually-hidden">{token.ending}</span>
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Card flush title={words.tokensTitle} note={words.tokensNote}>
      <Table label={words.tokensTitle} columns={columns} rows={items} rowId={({ id }) => id} />
      <ConfirmDialog
        title={words.revokeTokenTitle}
        text={words.revokeTokenText}
        confirm={words.revokeToken}
        isDestructive
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => revoke(leaving!)}
      />
    </Card>
  );
}
