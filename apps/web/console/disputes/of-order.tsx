import { useQuery } from '@tanstack/react-query';
import { Flag, Trophy, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey } from '../../api/client.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Day, Fact, Status } from '../../ui/display.tsx';
import { live } from '../../ui/live.ts';
import { Card, Loaded } from '../../ui/surfaces.tsx';
import { api, useMay } from '../context.ts';
import { useOrderChanged } from '../orders/use-order-changed.ts';
import { type Dispute, DisputedAmount, DisputedPayment, DisputeReason, DisputeStatus, EvidenceDue } from './dispute-facts.tsx';
import { useDisputeWords } from './words.ts';

const MOST = 100;
const NONE: readonly string[] = [];

/** One request for all badges of a list. */
const useDisputesOf = (orders: readonly string[]) =>
  useQuery({
    queryKey: ['disputes', 'of', orders],
    ...live(),
    queryFn: () => answer(api.GET('/v1/disputes/', { params: { query: { order_id: [...orders], limit: MOST } } })),
  });

/**
 * Says beside the status of an order that its payment is demanded back: the status alone says that it is paid. `among` are the orders that are
 * shown with it.
 */
export function DisputedBadge({
  order,
  among = NONE,
}: {
  readonly order: string;
  readonly among?: readonly string[];
}): ReactNode {
  const words = useDisputeWords();
  const disputes = useDisputesOf(among.length > 0 ? among : [order]).data?.items;
  const isDisputed = disputes?.some(({ order_id, status }) => order_id === order && status !== 'won' && status !== 'prevented');
  return isDisputed ? <Status tone="bad">{words.disputed}</Status> : null;
}

/** The disputes about an order; nothing if there are none. */
export function DisputesOfOrder({ order }: { readonly order: string }): ReactNode {
  return (
    <Loaded of={useDisputesOf([order])} waiting={<></>}>
      {({ items }) => items.map((dispute) => <DisputeCard key={dispute.id} dispute={dispute} />)}
    </Loaded>
  );
}

function DisputeCard({ dispute }: { readonly dispute: Dispute }): ReactNode {
  const words = useDisputeWords();
  const mayChange = useMay('disputes:write');
  const changed = useOrderChanged();
  const [asked, setAsked] = useState<'cancel' | 'accept' | 'win' | null>(null);
  const { id, status, revoke_benefits, created_at, closed } = dispute;
  const params = { path: { id } };
  const close = (): void => setAsked(null);
  const consequence = !revoke_benefits ? words.keeps : status === 'won' ? words.isWon : words.withholds;
  const cancel = async (): Promise<void> => {
    const headers = { 'Idempotency-Key': newIdempotencyKey() };
    await answer(api.POST('/v1/disputes/{id}/cancel', { params, headers }));
    await changed(words.canceled);
  };
  const accept = async (): Promise<void> => {
    const headers = { 'Idempotency-Key': newIdempotencyKey() };
    await answer(api.POST('/v1/disputes/{id}/accept', { params, headers }));
    await changed(words.accepted);
  };
  const win = async (): Promise<void> => {
    await answer(api.PATCH('/v1/disputes/{id}', { params, body: { status: 'won' } }));
    await changed(words.recordedAsWon);
  };
  return (
    <Card title={words.dispute} end={<DisputeStatus dispute={dispute} />}>
      <div className="stack">
        <p className={revoke_benefits && status !== 'won' ? 'notice bad' : 'notice'}>{consequence}</p>
        <dl className="facts lines">
          <Fact name={words.amount}>
            <DisputedAmount dispute={dispute} />
          </Fact>
          <Fact name={words.reason}>
            <DisputeReason dispute={dispute} />
          </Fact>
          <Fact name={words.due}>
            <EvidenceDue dispute={dispute} />
          </Fact>
          <Fact name={words.recorded}>
            <Day at={created_at} />
          </Fact>
          <Fact name={words.payment}>
            <DisputedPayment dispute={dispute} />
          </Fact>
        </dl>
        {mayChange && status !== 'prevented' && (
          <div className="row">
            {!closed && (
              <>
                <Button small icon={Trophy} onPress={() => setAsked('win')}>
                  {words.win}
                </Button>
                <Button small icon={Flag} onPress={() => setAsked('accept')}>
                  {words.accept}
                </Button>
              </>
            )}
            <Button small icon={Undo2} onPress={() => setAsked('cancel')}>
              {words.cancel}
            </Button>
          </div>
        )}
      </div>
      <ConfirmDialog
        title={words.cancelTitle}
        text={words.cancelText}
        confirm={words.cancel}
        isOpen={asked === 'cancel'}
        onClose={close}
        onConfirm={cancel}
      />
      <ConfirmDialog
        title={words.winTitle}
        text={words.winText}
        confirm={words.win}
        isOpen={asked === 'win'}
        onClose={close}
        onConfirm={win}
      />
      <ConfirmDialog
        title={words.acceptTitle}
        text={words.acceptText}
        confirm={words.accept}
        isDestructive
        isOpen={asked === 'accept'}
        onClose={close}
        onConfirm={accept}
      />
    </Card>
  );
}
