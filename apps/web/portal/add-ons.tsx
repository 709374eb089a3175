import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { answer } from '../api/client.ts';
import { Button } from '../ui/button.tsx';
import { Card } from '../ui/surfaces.tsx';
import { type AddOn, api, useReadOnly } from './context.ts';
import { useWords } from './words/index.ts';

const ChooseKeyDialog = lazy(async () => ({ default: (await import('./choose-key.tsx')).ChooseKeyDialog }));

/** What was bought for license keys, and which of them it extends. Nothing is shown to customers who have no add-ons. */
export function AddOns(): ReactNode {
  const words = useWords().keys.addOns;
  const isReadOnly = useReadOnly();
  const [chosen, setChosen] = useState<AddOn | null>(null);
  const { data } = useQuery({
    queryKey: ['add-ons'],
    queryFn: () => answer(api.GET('/v1/customer-portal/license-keys/attached-grants', { params: { query: { limit: 100 } } })),
  });
  if (!data || data.items.length === 0) return null;
  return (
    <Card title={words.title}>
      <ul className="add-ons">
        {data.items.map((addOn) => {
          const { benefit_grant_id, benefit, license_key_id, license_keys } = addOn;
          const key = license_keys.find(({ id }) => id === license_key_id);
          const isChosen = license_key_id !== null;
          return (
            <li key={benefit_grant_id}>
              <div>
                <bdi>{benefit.description}</bdi>
                <div className="faint small">
                  {isChosen ? words.extends : words.waits} <bdi>{key?.display_key}</bdi>
                </div>
              </div>
              {!isReadOnly && license_keys.some(({ id }) => id !== license_key_id) && (
                <Button small icon={KeyRound} onPress={() => setChosen(addOn)}>
                  {isChosen ? words.move : words.choose} <span className="visually-hidden">{benefit.description}</span>
                </Button>
              )}
            </li>
          );
        })}
      </ul>
      <Suspense>{chosen && <ChooseKeyDialog addOn={chosen} onClose={() => setChosen(null)} />}</Suspense>
    </Card>
  );
}
