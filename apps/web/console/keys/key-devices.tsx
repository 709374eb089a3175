import { useQueryClient } from '@tanstack/react-query';
import { Laptop, MonitorX, Usb } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats, useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/dialog.tsx';
import { Ago, Bar } from '../../ui/display.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { toast } from '../../ui/toasts.tsx';
import { api, type LicenseKeyDetails, useMay } from '../context.ts';
import { useWords } from '../words/index.ts';
import { DEVICES } from './explanation.tsx';

const OfflineFileDialog = lazy(async () => ({ default: (await import('./offline-file.tsx')).OfflineFileDialog }));

type Device = LicenseKeyDetails['activations'][number];

/** The devices that use a key. */
export function KeyDevices({ licenseKey }: { readonly licenseKey: LicenseKeyDetails }): ReactNode {
  const { key: words, keyUse: use } = useWords();
  const { actions } = useUiWords();
  const formats = useFormats();
  const mayChange = useMay('license_keys:write');
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<Device | null>(null);
  const [isCarrying, setCarrying] = useState(false);
  const { activations, limit_activations: limit } = licenseKey;
  const deactivate = async ({ id }: Device): Promise<void> => {
    const path = { id: licenseKey.id, activation_id: id };
    await answer(api.DELETE('/v1/license-keys/{id}/activations/{activation_id}', { params: { path } }));
    await Promise.all(['keys', 'timeline'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    toast(words.deactivated);
  };
  const columns: readonly Column<Device>[] = [
    {
      id: 'device',
      title: words.device,
      cell: (device) => <DeviceName device={device} />,
    },
    { id: 'since', title: words.activeSince, cell: ({ created_at }) => <Ago at={created_at} /> },
    ...(activations.some(seenAt)
      ? [{ id: 'seen', title: use.lastSeen, cell: (device: Device) => <Seen at={seenAt(device)} /> }]
      : []),
    ...(activations.some(({ checkout_expires_at }) => checkout_expires_at)
      ? [{ id: 'until', title: use.checkedOutUntil, cell: (device: Device) => <Seen at={device.checkout_expires_at} /> }]
      : []),
    ...(mayChange
      ? [
          {
            id: 'actions',
            title: actions,
            isTitleHidden: true,
            cell: (device: Device) => (
              <Button small look="quiet-danger" icon={MonitorX} onPress={() => setLeaving(device)}>
                {words.deactivate}
                <span className="visually-hidden"> {device.label}</span>
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Card
      flush
      title={words.devices}
      note={words.devicesOf(formats.number(activations.length), limit === null ? null : formats.number(limit))}
      end={
        <>
          {limit !== null && <Bar value={activations.length} limit={limit} label={words.devices} />}
          {mayChange && licenseKey.status === 'granted' && limit !== null && (
            <Button small icon={Usb} onPress={() => setCarrying(true)}>
              {use.file}
            </Button>
          )}
        </>
      }
    >
      {activations.length === 0 ? (
        <p className="card-body faint">{words.noDevices}</p>
      ) : (
        <div id={DEVICES}>
          <Table label={words.devices} columns={columns} rows={activations} rowId={({ id }) => id} />
        </div>
      )}
      <Suspense>{isCarrying && <OfflineFileDialog id={licenseKey.id} onClose={() => setCarrying(false)} />}</Suspense>
      <ConfirmDialog
        title={words.deactivateTitle(leaving?.label || words.device)}
        text={words.deactivateText}
        confirm={words.deactivate}
        isDestructive
        isOpen={leaving !== null}
        onClose={() => setLeaving(null)}
        onConfirm={() => deactivate(leaving!)}
      />
    </Card>
  );
}

/** When an installation of the device was last heard of. */
function seenAt({ device, last_heartbeat_at, installations = [] }: Device): string | undefined {
  const seen = [last_heartbeat_at ?? device?.last_seen_at, ...installations.map((each) => each.device?.last_seen_at)];
  return seen.filter((at) => at !== undefined).toSorted((one, other) => Date.parse(other) - Date.parse(one))[0];
}

const Seen = ({ at }: { readonly at: string | undefined }): ReactNode => (at ? <Ago at={at} /> : '–');

/** A device with what it says of itself, and the installations on it, if they are several. */
function DeviceName({ device: { label, device, installations } }: { readonly device: Device }): ReactNode {
  const { key: words, keyUse: use } = useWords();
  const { platform, application_version: version, class: kind, virtual } = device ?? {};
  const about = [platform, version, kind, virtual && use.virtualMachine].filter(Boolean).join(' · ');
  return (
    <span className="person">
      <Laptop aria-hidden className="device-icon" />
      <span>
        {label || words.device}
        {about && <span className="faint small about">{about}</span>}
        {installations && (
          <span className="faint small about">
            {words.installations(installations.map((each) => each.label || words.device).join(' · '))}
          </span>
        )}
      </span>
    </span>
  );
}
