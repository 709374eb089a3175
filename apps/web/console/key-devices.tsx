import { useQueryClient } from '@tanstack/react-query';
import { Laptop, MonitorX } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../api/client.ts';
import { useUiWords } from '../i18n/languages.tsx';
import { Button } from '../ui/button.tsx';
import { ConfirmDialog } from '../ui/dialog.tsx';
import { Ago, Bar } from '../ui/display.tsx';
import { Card } from '../ui/surfaces.tsx';
import { type Column, Table } from '../ui/table.tsx';
import { toast } from '../ui/toasts.tsx';
import { api, type LicenseKeyDetails, useMay } from './context.ts';
import { useWords } from './words/index.ts';

type Device = LicenseKeyDetails['activations'][number];

/** The devices that use a key. */
export function KeyDevices({ licenseKey }: { readonly licenseKey: LicenseKeyDetails }): ReactNode {
  const { key: words } = useWords();
  const { actions } = useUiWords();
  const mayChange = useMay('license_keys:write');
  const queries = useQueryClient();
  const [leaving, setLeaving] = useState<Device | null>(null);
  const { activations, limit_activations: limit } = licenseKey;
  const deactivate = async ({ id }: Device): Promise<void> => {
    const { key, organization_id } = licenseKey;
    await answer(api.POST('/v1/license-keys/deactivate', { body: { key, organization_id, activation_id: id } }));
    await Promise.all(['keys', 'timeline'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    toast(words.deactivated);
  };
  const columns: readonly Column<Device>[] = [
    {
      id: 'device',
      title: words.device,
      cell: ({ label }) => (
        <span className="person">
          <Laptop aria-hidden className="device-icon" />
          {label || words.device}
        </span>
      ),
    },
    { id: 'since', title: words.activeSince, cell: ({ created_at }) => <Ago at={created_at} /> },
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
      note={words.devicesOf(activations.length, limit)}
      end={limit !== null && <Bar value={activations.length} limit={limit} label={words.devices} />}
    >
      {activations.length === 0 ? (
        <p className="card-body faint">{words.noDevices}</p>
      ) : (
        <Table label={words.devices} columns={columns} rows={activations} rowId={({ id }) => id} />
      )}
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
