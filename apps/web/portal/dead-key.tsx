import { useQuery } from '@tanstack/react-query';
import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { answer, type Schema } from '../api/client.ts';
import { useFormats } from '../i18n/languages.tsx';
import { ButtonLink } from '../ui/button.tsx';
import { api, keyGrantsQuery, type LicenseKey, sellerQuery } from './context.ts';
import { useWords } from './words/index.ts';

type Grant = Schema<'CustomerBenefitGrant'>;

/** Why a key does not work, since when, and what can be done. */
export function DeadKey({
  licenseKey: { id, benefit_id, expires_at, display_key },
  status,
  keys,
}: {
  readonly licenseKey: LicenseKey;
  readonly status: 'disabled' | 'revoked' | 'expired';
  /** The license keys that are shown beside it. */
  readonly keys: readonly LicenseKey[];
}): ReactNode {
  const {
    keys: { dead: words },
    contact,
  } = useWords();
  const { date } = useFormats();
  const seller = useQuery(sellerQuery).data;
  const grant = useQuery(keyGrantsQuery).data?.items.find(
    ({ properties }) => 'license_key_id' in properties && properties.license_key_id === id,
  );
  const renewal = useRenewal(grant);
  const since = status === 'expired' ? expires_at : (grant?.revoked_at ?? null);
  const other = keys.find((each) => each.id !== id && each.benefit_id === benefit_id && isUsable(each));
  return (
    <div className="notice warn dead-key">
      <CircleAlert aria-hidden />
      <div>
        <p>
          <strong>{words.why[status](since && date(since))}</strong> {words.now[status]}
        </p>
        {other && <p>{words.other(other.display_key)}</p>}
        <div className="row">
          {renewal && (
            <ButtonLink small newTab look="primary" href={renewal}>
              {words.renew}
            </ButtonLink>
          )}
          {seller?.email && (
            <ButtonLink small href={`mailto:${seller.email}?subject=${encodeURIComponent(display_key)}`}>
              {contact.write(seller.name)}
            </ButtonLink>
          )}
        </div>
      </div>
    </div>
  );
}

/** The page of the seller on which what brought the key is renewed. */
function useRenewal(grant: Grant | undefined): string | undefined {
  const subscriptionId = grant?.subscription_id ?? null;
  const orderId = grant?.order_id ?? null;
  const bought = useQuery({
    queryKey: ['purchase', subscriptionId ?? orderId],
    enabled: subscriptionId !== null || orderId !== null,
    queryFn: async () => {
      const { product } =
        subscriptionId === null
          ? await answer(api.GET('/v1/customer-portal/orders/{id}', { params: { path: { id: orderId! } } }))
          : await answer(api.GET('/v1/customer-portal/subscriptions/{id}', { params: { path: { id: subscriptionId } } }));
      return { renewal: product?.renewal_url };
    },
  });
  return bought.data?.renewal;
}

const isUsable = ({ status, expires_at }: LicenseKey): boolean =>
  status === 'granted' && (expires_at === null || new Date(expires_at) > new Date());
