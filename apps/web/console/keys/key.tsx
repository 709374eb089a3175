import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft, ArrowRightLeft, Ban, CircleCheck, Pencil, RefreshCw, ShieldExclamationPoint } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { answer, newIdempotencyKey } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Ago, Day, Fact } from '../../ui/display.tsx';
import { Secret } from '../../ui/secret.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { badToast } from '../../ui/toasts.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { SwitchInput } from '../../ui/switch-input.tsx';
import { api, benefitsQuery, type LicenseKeyDetails, useMay, useOrganization } from '../context.ts';
import { EditLimitsDialog } from './edit-limits.tsx';
import { useEnableKey } from './enable-key.tsx';
import { Explanation } from './explanation.tsx';
import { HeldPlaces } from './held-places.tsx';
import { KeyDevices } from './key-devices.tsx';
import { KeyPolicy, LeakNotice, OverLimitNotice } from './key-policy.tsx';
import { keyQuery } from './key-query.ts';
import { KeyCounters } from './key-counters.tsx';
import { KeyReservations } from './key-reservations.tsx';
import { KeyStatusBadge } from './key-status.tsx';
import { KeyTimeline } from './key-timeline.tsx';
import { Person } from '../customers/person.tsx';
import { useWords } from '../words/index.ts';
import { KeyOrigin } from './key-origin.tsx';
import { TrialKey } from './trial-key.tsx';
import { sendKey, useKeyChanged } from './use-key-changes.ts';

const KeyDownloads = lazy(async () => ({ default: (await import('../releases/key-downloads.tsx')).KeyDownloads }));

const KeyDownloadTokens = lazy(async () => ({
  default: (await import('../releases/key-download-tokens.tsx')).KeyDownloadTokens,
}));

const TransferKeyDialog = lazy(async () => ({ default: (await import('./transfer-key.tsx')).TransferKeyDialog }));

const ReportLeakDialog = lazy(async () => ({ default: (await import('./report-leak.tsx')).ReportLeakDialog }));

const KeyIncrements = lazy(async () => ({ default: (await import('./key-increments.tsx')).KeyIncrements }));

const NotesCard = lazy(() => import('../notes/notes-card.tsx'));
const TagsCard = lazy(() => import('../tags/tags-card.tsx'));

const KeyEntitlements = lazy(async () => ({ default: (await import('./key-entitlements.tsx')).KeyEntitlements }));

const route = getRouteApi('/$slug/keys/$id');

export function KeyPage(): ReactNode {
  const words = useWords();
  const { slug, id } = route.useParams();
  const mayChange = useMay('license_keys:write');
  const [dialog, setDialog] = useState<'transfer' | 'leak' | null>(null);
  const { scopes } = useOrganization();
  const mayReadReleases = scopes.includes('releases:read');
  const key = useQuery(keyQuery(id));
  return (
    <>
      <Link to="/$slug/keys" params={{ slug }} className="back">
        <ArrowLeft aria-hidden />
        {words.key.back}
      </Link>
      <Loaded of={key} waiting={<SkeletonCards count={3} />}>
        {(licenseKey) => (
          <>
            <KeyHead licenseKey={licenseKey} />
            <div className="halves">
              <div className="stack">
                <LeakNotice licenseKey={licenseKey} />
                <OverLimitNotice licenseKey={licenseKey} />
                <Explanation licenseKey={licenseKey} />
                <KeyDevices licenseKey={licenseKey} />
                <HeldPlaces licenseKey={licenseKey} />
                <KeyCounters licenseKey={licenseKey} />
                {licenseKey.counters && (
                  <Suspense>
                    <KeyIncrements licenseKey={licenseKey} />
                  </Suspense>
                )}
                <Suspense>
                  <KeyEntitlements licenseKey={licenseKey} />
                </Suspense>
                <KeyReservations licenseKey={licenseKey} />
                {mayReadReleases && (
                  <Suspense>
                    <KeyDownloads licenseKeyId={licenseKey.id} />
                    <KeyDownloadTokens licenseKeyId={licenseKey.id} />
                  </Suspense>
                )}
                <KeyTimeline id={licenseKey.id} />
              </div>
              <div className="stack">
                <Card title={words.key.customer}>
                  <Person {...licenseKey.customer} />
                </Card>
                <KeyDetails licenseKey={licenseKey} />
                <Suspense>
                  <TagsCard kind="license_key" id={licenseKey.id} />
                </Suspense>
                {scopes.includes('notes:read') && (
                  <Suspense>
                    <NotesCard subject={{ license_key_id: licenseKey.id }} />
                  </Suspense>
                )}
                <KeyPolicy licenseKey={licenseKey} />
                <TrialKey licenseKey={licenseKey} />
                {mayChange && (
                  <>
                    <Button look="quiet" icon={ArrowRightLeft} onPress={() => setDialog('transfer')}>
                      {words.key.transfer}
                    </Button>
                    <Button look="quiet" icon={ShieldExclamationPoint} onPress={() => setDialog('leak')}>
                      {words.key.reportLeak}
                    </Button>
                  </>
                )}
                <Suspense>
                  {dialog === 'transfer' && <TransferKeyDialog id={licenseKey.id} onClose={() => setDialog(null)} />}
                  {dialog === 'leak' && <ReportLeakDialog id={licenseKey.id} onClose={() => setDialog(null)} />}
                </Suspense>
              </div>
            </div>
          </>
        )}
      </Loaded>
    </>
  );
}

type Action = 'edit' | 'rotate' | 'disable';

function KeyHead({ licenseKey }: { readonly licenseKey: LicenseKeyDetails }): ReactNode {
  const { key: words } = useWords();
  const textOf = useProblemText();
  const changed = useKeyChanged();
  const mayChange = useMay('license_keys:write');
  const [isMailed, setMailed] = useState(true);
  const [action, setAction] = useState<Action | null>(null);
  const { id, status } = licenseKey;
  const close = (): void => setAction(null);
  const { enable, isEnabling, dialog } = useEnableKey(licenseKey);
  const disable = async (): Promise<void> => {
    await answer(api.PATCH('/v1/license-keys/{id}', { params: { path: { id } }, body: { status: 'disabled' } }));
    await changed(words.disabled);
  };
  const { email } = licenseKey.customer;
  const rotate = async (): Promise<void> => {
    const headers = { 'Idempotency-Key': newIdempotencyKey() };
    await answer(api.POST('/v1/license-keys/{id}/rotate', { params: { path: { id } }, headers, body: { overlap_seconds: 0 } }));
    if (!isMailed || !email || status !== 'granted') return changed(words.rotated);
    try {
      await sendKey(id);
      await changed(words.rotatedAndSent(email));
    } catch (error) {
      await changed(words.rotated);
      badToast(textOf(error));
    }
  };
  return (
    <header className="page-head">
      <div>
        <h1 className="key-title">{licenseKey.display_key}</h1>
        <div className="row">
          <Secret text={licenseKey.key} what={words.name} />
          <KeyStatusBadge status={licenseKey.status} expires_at={licenseKey.expires_at} />
        </div>
      </div>
      {mayChange && (
        <div className="end">
          <Button icon={Pencil} onPress={() => setAction('edit')}>
            {words.edit}
          </Button>
          <Button icon={RefreshCw} onPress={() => setAction('rotate')}>
            {words.rotate}
          </Button>
          {status === 'granted' ? (
            <Button look="quiet-danger" icon={Ban} onPress={() => setAction('disable')}>
              {words.disable}
            </Button>
          ) : (
            <Button icon={CircleCheck} isPending={isEnabling} onPress={enable}>
              {words.enable}
            </Button>
          )}
        </div>
      )}
      {action === 'edit' && <EditLimitsDialog licenseKey={licenseKey} onClose={close} onSaved={changed} />}
      <ConfirmDialog
        title={words.rotateTitle}
        text={words.rotateText}
        confirm={words.rotate}
        isDestructive
        isOpen={action === 'rotate'}
        onClose={close}
        onConfirm={rotate}
      >
        {email && status === 'granted' && <SwitchInput label={words.sendNew(email)} isSelected={isMailed} onChange={setMailed} />}
      </ConfirmDialog>
      <ConfirmDialog
        title={words.disableTitle}
        text={words.disableText}
        confirm={words.disable}
        isDestructive
        isOpen={action === 'disable'}
        onClose={close}
        onConfirm={disable}
      />
      {dialog}
    </header>
  );
}

function KeyDetails({ licenseKey }: { readonly licenseKey: LicenseKeyDetails }): ReactNode {
  const { key: words, keys } = useWords();
  const { number } = useFormats();
  const { organization_id, slug } = useOrganization();
  const benefits = useQuery(benefitsQuery(organization_id)).data?.items;
  const { created_at, expires_at, validations, last_validated_at, usage, limit_usage } = licenseKey;
  const benefit = benefits?.find(({ id }) => id === licenseKey.benefit_id);
  return (
    <Card title={words.details}>
      <dl className="facts lines">
        {benefit && (
          <Fact name={words.benefit}>
            <Link to="/$slug/benefits/$id" params={{ slug, id: benefit.id }}>
              {benefit.description}
            </Link>
          </Fact>
        )}
        <KeyOrigin licenseKey={licenseKey} />
        <Fact name={words.issued}>
          <Day at={created_at} />
        </Fact>
        <Fact name={keys.expires}>{expires_at ? <Day at={expires_at} /> : keys.never}</Fact>
        <Fact name={keys.validations}>{number(validations)}</Fact>
        <Fact name={keys.lastValidated}>{last_validated_at ? <Ago at={last_validated_at} /> : keys.never}</Fact>
        <Fact name={keys.usage}>{limit_usage === null ? number(usage) : `${number(usage)} / ${number(limit_usage)}`}</Fact>
      </dl>
    </Card>
  );
}
