import { LockOpen } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer, newIdempotencyKey } from '../../api/client.ts';
import { useUiWords } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Ago, Day } from '../../ui/display.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { Card } from '../../ui/surfaces.tsx';
import { type Column, Table } from '../../ui/table.tsx';
import { api, type LicenseKeyDetails, useMay } from '../context.ts';
import { useWords } from '../words/index.ts';
import { useKeyChanged } from './use-key-changes.ts';

type Place = NonNullable<LicenseKeyDetails['held_places']>[number];

/** The places that leases of deactivated devices hold. */
export function HeldPlaces({ licenseKey: { id, held_places } }: { readonly licenseKey: LicenseKeyDetails }): ReactNode {
  const { key: words } = useWords();
  const { actions } = useUiWords();
  const mayChange = useMay('license_keys:write');
  const [ending, setEnding] = useState<Place | null>(null);
  if (!held_places) return null;
  const columns: readonly Column<Place>[] = [
    { id: 'device', title: words.device, cell: ({ label }) => label || words.device },
    { id: 'since', title: words.deactivatedAt, cell: ({ deactivated_at }) => <Ago at={deactivated_at} /> },
    { id: 'until', title: words.placeHeldUntil, cell: ({ held_until }) => <Day at={held_until} /> },
    ...(mayChange
      ? [
          {
            id: 'actions',
            title: actions,
            isTitleHidden: true,
            cell: (place: Place) => (
              <Button small look="quiet-danger" icon={LockOpen} onPress={() => setEnding(place)}>
                {words.endPlace}
                <span className="visually-hidden"> {place.label}</span>
              </Button>
            ),
          },
        ]
      : []),
  ];
  return (
    <Card flush title={words.heldPlaces}>
      <p className="card-body faint">{words.heldPlacesText}</p>
      <Table label={words.heldPlaces} columns={columns} rows={held_places} rowId={({ activation_id }) => activation_id} />
      {ending && <EndPlaceDialog keyId={id} place={ending} onClose={() => setEnding(null)} />}
    </Card>
  );
}

/** Asks why a place is given to another device. */
function EndPlaceDialog({
  keyId,
  place,
  onClose,
}: {
  readonly keyId: string;
  readonly place: Place;
  readonly onClose: () => void;
}): ReactNode {
  const { key: words } = useWords();
  const changed = useKeyChanged();
  const end = async (form: FormData): Promise<void> => {
    const path = { id: keyId, activation_id: place.activation_id };
    const headers = { 'Idempotency-Key': newIdempotencyKey() };
    const body = { reason: String(form.get('reason')).trim() };
    await answer(api.POST('/v1/license-keys/{id}/held-places/{activation_id}/end', { params: { path }, headers, body }));
    onClose();
    await changed(words.placeEnded);
  };
  return (
    <Dialog title={words.endPlaceTitle(place.label || words.device)} isOpen onClose={onClose}>
      <p className="soft">{words.endPlaceText}</p>
      <ApiForm submitLabel={words.endPlace} onSubmit={end} onCancel={onClose}>
        <TextInput name="reason" label={words.endPlaceReason} maxLength={255} isRequired autoFocus />
      </ApiForm>
    </Dialog>
  );
}
