import type { ReactNode } from 'react';
import type { Schema } from '../../api/client.ts';
import { useFormats } from '../../i18n/languages.tsx';
import { Button } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { Fact } from '../../ui/display.tsx';
import { useLast } from '../../ui/last.ts';
import { useWords } from '../words/index.ts';
import { useActorName, useTypeName } from './actors.ts';
import type { AuditSearch } from './filters.ts';

type Entry = Schema<'AuditLogEntry'>;
type Value = { readonly before?: unknown; readonly after?: unknown };

/** One change, with the values before and after. */
export function EntryDialog({
  entry,
  onClose,
  onFilter,
}: {
  readonly entry: Entry | null;
  readonly onClose: () => void;
  readonly onFilter: (changes: Partial<AuditSearch>) => void;
}): ReactNode {
  const { auditLog: words } = useWords();
  const typeName = useTypeName();
  const last = useLast(entry);
  if (!last) return null;
  const { resource, action, actor, operation, customer_id, request_id } = last;
  return (
    <Dialog wide title={`${typeName(resource.type)}: ${words.actions[action]}`} isOpen={entry !== null} onClose={onClose}>
      <Circumstances entry={last} />
      <Changes entry={last} />
      <div className="row" role="group" aria-label={words.showOnly}>
        <Button small onPress={() => onFilter({ resource: resource.id })}>
          {words.ofResource}
        </Button>
        <Button small onPress={() => onFilter({ operation })}>
          {words.ofOperation}
        </Button>
        {actor.id && (
          <Button small onPress={() => onFilter({ actor: actor.id! })}>
            {words.ofActor}
          </Button>
        )}
        {customer_id && (
          <Button small onPress={() => onFilter({ customer: customer_id })}>
            {words.ofCustomer}
          </Button>
        )}
        {request_id && (
          <Button small onPress={() => onFilter({ request: request_id })}>
            {words.ofRequest}
          </Button>
        )}
      </div>
    </Dialog>
  );
}

function Circumstances({ entry }: { readonly entry: Entry }): ReactNode {
  const { auditLog: words } = useWords();
  const { exactly } = useFormats();
  const actorName = useActorName();
  const { created_at, actor, operation, address, request_id, event, resource } = entry;
  return (
    <dl className="facts lines">
      <Fact name={words.when}>{exactly(created_at)}</Fact>
      <Fact name={words.who}>{actorName(actor)}</Fact>
      <Fact name={words.operation}>
        <code>{operation}</code>
      </Fact>
      <Fact name={words.resourceId}>
        <code>{resource.id}</code>
      </Fact>
      {event && (
        <Fact name={words.event}>
          <code>{event}</code>
        </Fact>
      )}
      {address && (
        <Fact name={words.address}>
          <code>{address}</code>
        </Fact>
      )}
      {request_id && (
        <Fact name={words.request}>
          <code>{request_id}</code>
        </Fact>
      )}
    </dl>
  );
}

function Changes({ entry: { changes, action } }: { readonly entry: Entry }): ReactNode {
  const { auditLog: words } = useWords();
  const fields = Object.entries((changes ?? {}) as Readonly<Record<string, Value>>);
  if (fields.length === 0) return <p className="faint">{words.noValues}</p>;
  return (
    <div className="audit-changes">
      <table className="table" aria-label={words.fields}>
        <thead>
          <tr>
            <th scope="col">{words.field}</th>
            {action !== 'created' && <th scope="col">{words.before}</th>}
            {action !== 'deleted' && <th scope="col">{words.after}</th>}
          </tr>
        </thead>
        <tbody>
          {fields.map(([name, { before, after }]) => (
            <tr key={name}>
              <th scope="row">
                <code>{name}</code>
              </th>
              {action !== 'created' && (
                <td>
                  <Written value={before} />
                </td>
              )}
              {action !== 'deleted' && (
                <td>
                  <Written value={after} />
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const TIME = /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/;

/** A value as people write it; what has parts is shown line by line. */
function Written({ value }: { readonly value: unknown }): ReactNode {
  const { auditLog: words } = useWords();
  const { number, exactly } = useFormats();
  if (value === null || value === undefined || value === '') return <span className="faint">{words.nothing}</span>;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return number(value);
  if (typeof value === 'string') return TIME.test(value) ? exactly(value) : value;
  return <pre>{JSON.stringify(value, null, 2)}</pre>;
}
