import { useQuery } from '@tanstack/react-query';
import { CalendarPlus, CircleCheck, Gauge, Mail, MessageSquareText, MonitorDown, MonitorX } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { answer, type Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button, type ButtonProps } from '../../ui/button.tsx';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { api, type LicenseKeyDetails, useMay, useOrganization } from '../context.ts';
import { useWords } from '../words/index.ts';
import type { KeyState } from './answer.tsx';
import { EditLimitsDialog } from './edit-limits.tsx';
import { useEnableKey } from './enable-key.tsx';
import { useKeyChanged, useQuickChanges } from './use-key-changes.ts';

const RevocationNotice = lazy(async () => ({ default: (await import('./revocation.tsx')).RevocationNotice }));
const AnswerDialog = lazy(() => import('./answer.tsx'));
const LastKeyMail = lazy(() => import('./last-key-mail.tsx'));

/** The id of the list of devices on the page. */
export const DEVICES = 'devices-of-key';

interface KeyProps {
  readonly licenseKey: LicenseKeyDetails;
}

/** Whether applications can use a key now, what keeps them from it, and what would mend that. Asked again whenever the key changes. */
export function Explanation({ licenseKey }: KeyProps): ReactNode {
  const { key: words } = useWords();
  const mayChange = useMay('license_keys:write');
  const { id, status, expires_at, limit_activations, usage, limit_usage, activations } = licenseKey;
  const explain = (operation: 'activate' | 'validate') => {
    const uses = operation === 'validate' && limit_usage !== null ? { increment_usage: 1 } : {};
    return answer(api.POST('/v1/license-keys/explain', { body: { operation, id, conditions: {}, ...uses } }));
  };
  const explained = useQuery({
    queryKey: ['keys', 'explained', id, status, expires_at, limit_activations, usage, limit_usage, activations.length],
    // The buttons stay where they are while the explanation of the same key is read again: what is being pressed would be lost.
    placeholderData: (before, query) => (query?.queryKey[2] === id ? before : undefined),
    queryFn: async () => {
      const [validation, activation] = await Promise.all([explain('validate'), explain('activate')]);
      return { validation, activation, isOver: expires_at !== null && Date.parse(expires_at) <= Date.now() };
    },
  });
  return (
    <Loaded of={explained} waiting={<SkeletonCards count={1} />}>
      {({ validation, activation, isOver }) => {
        const codes = [...new Set([...failuresOf(validation), ...failuresOf(activation)])];
        const state = { codes, isUsable: validation.allowed, isOver, left: placesLeft(licenseKey) };
        return (
          <Card title={words.usable}>
            <div className="stack">
              {status === 'revoked' && (
                <Suspense>
                  <RevocationNotice licenseKey={licenseKey} />
                </Suspense>
              )}
              <Outcome licenseKey={licenseKey} state={state} />
              {mayChange && <Mending licenseKey={licenseKey} codes={codes} />}
              <Answer licenseKey={licenseKey} state={state} />
            </div>
          </Card>
        );
      }}
    </Loaded>
  );
}

/** That a key has no devices keeps nobody from using it. */
const failuresOf = ({ checks }: Schema<'LicenseKeyExplanation'>): string[] =>
  checks.flatMap(({ outcome, code }) => (outcome === 'failed' && code && code !== 'ACTIVATIONS_NOT_SUPPORTED' ? [code] : []));

/** How many more devices can be activated; null without a limit. */
const placesLeft = ({
  limit_activations: limit,
  activations,
  check_outs,
  held_places: held,
}: LicenseKeyDetails): number | null =>
  limit === null ? null : limit - (check_outs?.taken ?? activations.length) - (held?.length ?? 0);

function Outcome({
  licenseKey: { limit_activations: limit, limit_usage, expires_at, held_places: held },
  state: { codes, isUsable, isOver, left },
}: KeyProps & { readonly state: KeyState }): ReactNode {
  const { key: words, history } = useWords();
  const { number, date } = useFormats();
  const reasons: Readonly<Record<string, string>> = history.reasons;
  const sentence = (code: string): string => {
    if (code === 'ACTIVATION_LIMIT_REACHED' && limit !== null) {
      return held ? words.someHeld(number(limit), number(held.length), limit) : words.allInUse(number(limit), limit);
    }
    if (code === 'USAGE_LIMIT_EXCEEDED' && limit_usage !== null) return words.usedUp(number(limit_usage));
    if (code === 'EXPIRED' && expires_at) return words.expiredOn(date(expires_at));
    return reasons[code] ?? code;
  };
  return (
    <div role="status" className={isUsable && codes.length === 0 ? 'notice good' : isUsable ? 'notice warn' : 'notice bad'}>
      <div>
        <p>{isUsable ? (isOver ? words.usableInGrace : words.usableNow) : words.unusable}</p>
        {codes.map((code) => (
          <p key={code}>{sentence(code)}</p>
        ))}
        {codes.length === 0 && left !== null && <p>{words.moreDevices(number(left), left)}</p>}
      </div>
    </div>
  );
}

/** What would let applications use the key, and what is asked for most. */
function Mending({ licenseKey, codes }: KeyProps & { readonly codes: readonly string[] }): ReactNode {
  const { key: words } = useWords();
  const { pending: pendingChange, ...change } = useQuickChanges(licenseKey);
  const { enable, isEnabling, dialog } = useEnableKey(licenseKey);
  const pending = isEnabling ? 'enable' : pendingChange;
  const changed = useKeyChanged();
  const [isEditing, setEditing] = useState(false);
  const { scopes } = useOrganization();
  const { status, expires_at, limit_activations, activations } = licenseKey;
  const isFull = codes.includes('ACTIVATION_LIMIT_REACHED') && activations.length > 0;
  const button = (name: string, text: string, icon: ButtonProps['icon'], act: () => unknown): ReactNode => (
    <Button
      small
      icon={icon}
      isPending={pending === name}
      isDisabled={pending !== null && pending !== name}
      onPress={() => void act()}
    >
      {text}
    </Button>
  );
  /** Works while a change is being made, too: it leads to where others are. */
  const way = (text: string, icon: ButtonProps['icon'], go: () => void): ReactNode => (
    <Button small icon={icon} onPress={go}>
      {text}
    </Button>
  );
  return (
    <div className="row" role="group" aria-label={words.quick}>
      {status !== 'granted' && button('enable', words.enable, CircleCheck, enable)}
      {isFull && way(words.removeDevice, MonitorX, showDevices)}
      {codes.includes('USAGE_LIMIT_EXCEEDED') && way(words.raiseUsage, Gauge, () => setEditing(true))}
      {expires_at !== null && button('month', words.addMonth, CalendarPlus, change.addMonth)}
      {expires_at !== null && button('year', words.addYear, CalendarPlus, change.addYear)}
      {limit_activations !== null && button('device', words.addDevice, MonitorDown, change.addDevice)}
      {status === 'granted' && licenseKey.customer.email && button('send', words.send, Mail, change.send)}
      {isEditing && <EditLimitsDialog licenseKey={licenseKey} onClose={() => setEditing(false)} onSaved={changed} />}
      {dialog}
      {scopes.includes('customers:read') && (
        <Suspense>
          <LastKeyMail id={licenseKey.id} />
        </Suspense>
      )}
    </div>
  );
}

/** What to say to the customer. */
function Answer({ licenseKey, state }: KeyProps & { readonly state: KeyState }): ReactNode {
  const { key: words } = useWords();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="row">
      <Button small look="quiet" icon={MessageSquareText} onPress={() => setOpen(true)}>
        {words.answer}
      </Button>
      {isOpen && (
        <Suspense>
          <AnswerDialog licenseKey={licenseKey} state={state} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

/** Leads to the first device that can be removed. */
function showDevices(): void {
  document.querySelector<HTMLElement>(`#${DEVICES} tbody button`)?.focus();
}
