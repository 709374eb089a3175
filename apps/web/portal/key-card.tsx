import { useQuery } from '@tanstack/react-query';
import { Laptop, RefreshCw, Replace, Usb } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useFormats } from '../i18n/languages.tsx';
import { Button } from '../ui/button.tsx';
import { Ago, Bar, Day, Fact, Facts, Status, type Tone } from '../ui/display.tsx';
import { Secret } from '../ui/secret.tsx';
import { Skeleton } from '../ui/surfaces.tsx';
import { type Device, keyGrantsQuery, type LicenseKey, type LicenseKeyDetails, useReadOnly } from './context.ts';
import { DeadKey } from './dead-key.tsx';
import { type KeyStatus, statusOf } from './key-status.ts';
import { RemoveDevice } from './remove-device.tsx';
import { ReplaceKey } from './replace-key.tsx';
import { useWords } from './words/index.ts';

const OfflineDialog = lazy(async () => ({ default: (await import('./offline-dialog.tsx')).OfflineDialog }));

const SHOWN_DEVICES = 4;
const NONE: readonly LicenseKey[] = [];
const NO_PLACES: NonNullable<LicenseKeyDetails['held_places']> = [];
const TONES: Record<KeyStatus, Tone> = { granted: 'good', disabled: 'warn', revoked: 'bad', expired: 'idle' };

/** When an installation of the device was last heard of. */
function lastSeen({ last_heartbeat_at, device, modified_at, created_at, installations = [] }: Device): string {
  const own = last_heartbeat_at ?? device?.last_seen_at ?? modified_at ?? created_at;
  const seen = [own, ...installations.map((each) => each.device?.last_seen_at ?? each.created_at)];
  return seen.reduce((last, each) => (Date.parse(each) > Date.parse(last) ? each : last));
}

/** The one that was not seen for the longest time. */
const oldestOf = (devices: readonly Device[]): Device | undefined =>
  devices.toSorted((one, other) => Date.parse(lastSeen(one)) - Date.parse(lastSeen(other)))[0];

/** What the keys are for, by the ids of their benefits. */
function useBenefitName(id: string, unnamed: string): string | null {
  const { data, isPending } = useQuery(keyGrantsQuery);
  if (isPending) return null;
  return data?.items.find(({ benefit_id }) => benefit_id === id)?.benefit.description ?? unnamed;
}

/** The values of its entitlements: several entries have the same where they were combined. */
const allowedBy = ({ entitlements = [] }: LicenseKey): readonly string[] => [
  ...new Set(
    entitlements.flatMap(({ values }) =>
      Object.entries(values).flatMap(([name, value]) => (value === false ? [] : [value === true ? name : `${name}: ${value}`])),
    ),
  ),
];

/** A license key with its devices. */
export function KeyCard({
  licenseKey,
  details,
  keys = NONE,
}: {
  readonly licenseKey: LicenseKey;
  readonly details: LicenseKeyDetails | undefined;
  /** The license keys that are shown beside it. */
  readonly keys?: readonly LicenseKey[];
}): ReactNode {
  const words = useWords().keys;
  const { number } = useFormats();
  const isReadOnly = useReadOnly();
  const [dialog, setDialog] = useState<'replace' | 'offline' | null>(null);
  const name = useBenefitName(licenseKey.benefit_id, words.key);
  const { key, ordinal, expires_at, last_validated_at, usage, limit_usage, counters = {} } = licenseKey;
  const status = statusOf(licenseKey);
  const allowed = allowedBy(licenseKey);
  const close = (): void => setDialog(null);
  return (
    <section className="card key" aria-label={`${name ?? words.key} ${licenseKey.display_key}`}>
      <div className="card-body">
        <div className="key-head">
          <h2>
            {name === null ? <Skeleton width={160} height={22} /> : <bdi>{name}</bdi>} {ordinal !== undefined && number(ordinal)}
          </h2>
          <Status tone={TONES[status]}>{words.status[status]}</Status>
        </div>
        {status !== 'granted' && <DeadKey licenseKey={licenseKey} status={status} keys={keys} />}
        <Secret text={key} what={words.key} />
        <Facts>
          <Fact name={status === 'expired' ? words.expired : words.validUntil}>
            {expires_at ? <Day at={expires_at} /> : words.noExpiry}
          </Fact>
          <Fact name={words.lastUsed}>{last_validated_at ? <Ago at={last_validated_at} /> : words.neverUsed}</Fact>
          {allowed.length > 0 && (
            <Fact name={words.allows}>
              <bdi>{allowed.join(', ')}</bdi>
            </Fact>
          )}
          {limit_usage !== null && (
            <Fact name={words.usage}>
              {words.usageOf(number(usage), number(limit_usage))}
              <Bar value={usage} limit={limit_usage} label={words.usage} />
            </Fact>
          )}
          {Object.entries(counters).map(([counter, { used, limit, carried_over = 0, resets_at }]) => (
            <Fact key={counter} name={counter}>
              {limit === null ? number(used) : words.usageOf(number(used), number(limit + carried_over))}
              {limit !== null && <Bar value={used} limit={limit + carried_over} label={counter} />}
              {resets_at && (
                <div className="faint small">
                  {words.resets} <Day at={resets_at} />
                </div>
              )}
            </Fact>
          ))}
        </Facts>
      </div>
      <Devices licenseKey={licenseKey} details={details} />
      {status === 'granted' && !isReadOnly && (
        <div className="card-foot">
          <Button look="quiet" icon={RefreshCw} onPress={() => setDialog('replace')}>
            {words.replace}
          </Button>
          {licenseKey.limit_activations !== null && (
            <Button look="quiet" icon={Usb} onPress={() => setDialog('offline')}>
              {words.offline}
            </Button>
          )}
        </div>
      )}
      <ReplaceKey id={licenseKey.id} isOpen={dialog === 'replace'} onClose={close} />
      <Suspense>{dialog === 'offline' && <OfflineDialog id={licenseKey.id} onClose={close} />}</Suspense>
    </section>
  );
}

function Devices({
  licenseKey,
  details,
}: {
  readonly licenseKey: LicenseKey;
  readonly details: LicenseKeyDetails | undefined;
}): ReactNode {
  const words = useWords().keys;
  const { number } = useFormats();
  const isReadOnly = useReadOnly();
  const [isAll, setAll] = useState(false);
  const [leaving, setLeaving] = useState<Device | null>(null);
  const { limit_activations: limit } = licenseKey;
  if (limit === null && (details?.activations.length ?? 0) === 0) return null;
  if (!details) {
    return (
      <div className="devices">
        <Skeleton width="40%" height={46} />
      </div>
    );
  }
  const { activations, held_places = NO_PLACES } = details;
  const devices = words.devices(number(activations.length), limit === null ? null : number(limit), activations.length);
  const isFull = limit !== null && activations.length + held_places.length >= limit;
  const oldest = isFull && licenseKey.status === 'granted' && oldestOf(activations);
  const shown = isAll ? activations : activations.slice(0, SHOWN_DEVICES);
  return (
    <div className="devices">
      <div className="devices-head">
        <h3>{devices}</h3>
        {limit !== null && <Bar value={activations.length} limit={limit} label={devices} />}
      </div>
      {activations.length + held_places.length === 0 && <p className="faint small">{words.noDevices}</p>}
      <ul>
        {shown.map((device) => (
          <li key={device.id} className="device">
            <Laptop aria-hidden />
            <div>
              <bdi>{device.label || words.unnamed}</bdi>
              <div className="faint small">
                <LastSeen device={device} />
              </div>
              {device.installations && (
                <div className="faint small">
                  {words.installations(device.installations.map((each) => each.label || words.unnamed).join(' · '))}
                </div>
              )}
            </div>
            {!isReadOnly && (
              <Button
                small
                look="quiet"
                aria-label={words.removeOf(device.label || words.unnamed)}
                onPress={() => setLeaving(device)}
              >
                {words.remove}
              </Button>
            )}
          </li>
        ))}
        {held_places.map(({ activation_id, label, held_until }) => (
          <li key={activation_id} className="device">
            <Laptop aria-hidden />
            <div>
              <bdi>{label || words.unnamed}</bdi>
              <div className="faint small">
                {words.placeHeldUntil} <Day at={held_until} />
              </div>
            </div>
          </li>
        ))}
      </ul>
      {activations.length > SHOWN_DEVICES && (
        <Button small look="quiet" onPress={() => setAll(!isAll)}>
          {isAll ? words.showFewer : words.showAll(activations.length)}
        </Button>
      )}
      {oldest && !isReadOnly && (
        <Button small icon={Replace} onPress={() => setLeaving(oldest)}>
          {words.replaceOldest(oldest.label || words.unnamed)}
        </Button>
      )}
      <RemoveDevice keyId={licenseKey.id} device={leaving} onClose={() => setLeaving(null)} />
    </div>
  );
}

function LastSeen({ device }: { readonly device: Device }): ReactNode {
  const platform = device.device?.platform;
  return (
    <>
      <Ago at={lastSeen(device)} />
      {platform && (
        <>
          {' · '}
          <bdi>{platform}</bdi>
        </>
      )}
    </>
  );
}
