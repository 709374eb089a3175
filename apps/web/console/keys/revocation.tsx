import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { usePartWords, type WordsOf } from '../../i18n/languages.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { type LicenseKeyDetails, useOrganization } from '../context.ts';
import type { revocationEn } from './revocation-words.en.ts';

type Words = typeof revocationEn;

const WORDS: WordsOf<Words> = {
  en: async () => (await import('./revocation-words.en.ts')).revocationEn,
  de: async () => (await import('./revocation-words.de.ts')).revocationDe,
};

type Causes = NonNullable<LicenseKeyDetails['revoked_because']>;

interface RevokedProps {
  readonly licenseKey: LicenseKeyDetails;
}

const causesOf = ({ revoked_because = [] }: LicenseKeyDetails): Causes => revoked_because;

/** Why a key is revoked, with the way to what made it so. */
export function RevocationNotice({ licenseKey }: RevokedProps): ReactNode {
  const words = usePartWords(WORDS);
  const { slug, scopes } = useOrganization();
  return (
    <div className="notice bad">
      <div>
        <strong>{words.because}</strong>
        <ul>
          {causesOf(licenseKey).map(({ reason, order_id, subscription_id }) => (
            <li key={reason}>
              {words.reasons[reason]}{' '}
              {order_id && scopes.includes('orders:read') && (
                <Link to="/$slug/orders/$id" params={{ slug, id: order_id }}>
                  {words.openOrder}
                </Link>
              )}
              {subscription_id && scopes.includes('subscriptions:read') && (
                <Link to="/$slug/subscriptions/$id" params={{ slug, id: subscription_id }}>
                  {words.openSubscription}
                </Link>
              )}
            </li>
          ))}
        </ul>
      </div>
    </div>
  );
}

/** Asks before a revoked key is enabled, and says what is not undone by that. */
export function EnableRevokedDialog({
  licenseKey,
  onClose,
  onConfirm,
}: RevokedProps & { readonly onClose: () => void; readonly onConfirm: () => Promise<unknown> }): ReactNode {
  const words = usePartWords(WORDS);
  return (
    <ConfirmDialog
      title={words.enableTitle}
      text={words.enableText}
      confirm={words.enable}
      isDestructive
      isOpen
      onClose={onClose}
      onConfirm={onConfirm}
    >
      <ul>
        {causesOf(licenseKey).map(({ reason }) => (
          <li key={reason}>{words.reasons[reason]}</li>
        ))}
      </ul>
    </ConfirmDialog>
  );
}
