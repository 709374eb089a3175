import '../../catalog.css';
import { useQuery } from '@tanstack/react-query';
import { FileUp } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { DayOrder } from '../../../../../libs/support/src/cells/dates.ts';
import { answer } from '../../../api/client.ts';
import { useFormats } from '../../../i18n/languages.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card, PageHead, SkeletonCards } from '../../../ui/surfaces.tsx';
import { Table } from '../../../ui/table.tsx';
import { BackLink } from '../../back-link.tsx';
import { api, useOrganization } from '../../context.ts';
import { useWords } from '../../words/index.ts';
import { useKeyImportWords } from './words.ts';
import { ColumnsInput } from './columns-input.tsx';
import { FIELDS, guessMapping, type Mapping, ownColumns, unusedColumns } from './columns.ts';
import {
  DATE_FIELDS,
  dateIn,
  type DateReading,
  datesIn,
  haveOrdersWithSeveralKeys,
  type RepeatedOrders,
  rowsOf,
} from './lines.ts';
import { ReadingsInput } from './readings-input.tsx';
import { type KeyFile, readKeyFile } from './read-key-file.ts';
import { RunImport } from './run-import.tsx';

const PREVIEWED = 5;
const MOST_PRODUCTS = 100;

export const ImportKeysPage = (): ReactNode => (
  <Suspense fallback={<SkeletonCards count={1} />}>
    <ImportKeys />
  </Suspense>
);

function ImportKeys(): ReactNode {
  const words = useKeyImportWords();
  const { key } = useWords();
  const [file, setFile] = useState<KeyFile | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = async (chosen: File): Promise<void> => {
    const read = await readKeyFile(chosen, words);
    setFile(typeof read === 'string' ? null : read);
    setProblem(typeof read === 'string' ? read : null);
  };
  return (
    <>
      <BackLink to="/$slug/keys">{key.back}</BackLink>
      <PageHead title={words.title} text={words.text} />
      <div className="editor stack">
        <Card title={words.file} note={file?.name}>
          <div className="stack">
            <p className="soft">{words.fileText}</p>
            {problem && (
              <p className="notice bad" role="alert">
                {problem}
              </p>
            )}
            <div className="row">
              <FileTrigger
                acceptedFileTypes={['text/csv', '.csv', 'text/plain', 'text/tab-separated-values']}
                onSelect={(files) => files?.[0] && void choose(files[0])}
              >
                <Button icon={FileUp} look={file ? 'secondary' : 'primary'}>
                  {file ? words.chooseOther : words.choose}
                </Button>
              </FileTrigger>
            </div>
          </div>
        </Card>
        {file && <MapColumns key={file.id} file={file} />}
      </div>
    </>
  );
}

/** The products that keys may belong to, the newest ones. */
function useProducts() {
  const { organization_id } = useOrganization();
  const query = { organization_id: [organization_id], is_archived: false, limit: MOST_PRODUCTS };
  const list = useQuery({
    queryKey: ['products', organization_id, 'current'],
    queryFn: () => answer(api.GET('/v1/products/', { params: { query } })),
  });
  return list.data?.items ?? [];
}

function MapColumns({ file: { header, records, unreadable } }: { readonly file: KeyFile }): ReactNode {
  const [mapping, setMapping] = useState<Mapping>(() => guessMapping(header));
  const [chosen, setChosen] = useState<string | null>(null);
  const [benefit, setBenefit] = useState<string | null>(null);
  const products = useProducts();
  const productId = chosen ?? (products.length === 1 ? products[0]!.id : null);
  const benefits = (products.find(({ id }) => id === productId)?.benefits ?? []).filter(({ type }) => type === 'license_keys');
  const benefitId = benefits.length > 1 ? (benefit ?? benefits[0]!.id) : null;
  const own = ownColumns(header, mapping);
  const [chosenOrder, setOrder] = useState<DayOrder | null>(null);
  const [zero, setZero] = useState<'problem' | 'never'>('problem');
  const [chosenRepeated, setRepeated] = useState<RepeatedOrders | null>(null);
  const found = datesIn(records, mapping);
  const order = {
    purchased: chosenOrder ?? found.order.purchased ?? found.order.expires,
    expires: chosenOrder ?? found.order.expires ?? found.order.purchased,
  };
  const dates: DateReading = { order, zeroIsNever: zero === 'never' };
  const rows = rowsOf(records, mapping, { productId, benefitId, products, own, dates });
  const haveRepeated = mapping.order !== null;
  const repeated = chosenRepeated ?? (haveOrdersWithSeveralKeys(rows) ? 'numbered' : 'items');
  const unused = unusedColumns(header, mapping);
  return (
    <>
      <ColumnsInput
        header={header}
        mapping={mapping}
        onMapping={setMapping}
        product={{ choices: products.map(({ id, name }) => ({ id, label: name })), value: productId, onChange: setChosen }}
        benefit={{
          choices: benefits.map(({ id, description }) => ({ id, label: description })),
          value: benefitId,
          onChange: setBenefit,
        }}
      />
      <ReadingsInput
        dayOrder={found.haveSlashes ? { value: order.expires ?? order.purchased, onChange: setOrder } : undefined}
        zero={found.haveZeros ? { value: zero, onChange: setZero } : undefined}
        repeated={haveRepeated ? { value: repeated, onChange: setRepeated } : undefined}
      />
      {unused.length > 0 && <UnusedColumns titles={unused} />}
      <Preview records={records} mapping={mapping} dates={dates} />
      <RunImport
        key={JSON.stringify([mapping, productId, benefitId, dates, repeated])}
        rows={rows}
        unreadable={unreadable}
        repeated={repeated}
      />
    </>
  );
}

/** What of the file would be lost. */
function UnusedColumns({ titles }: { readonly titles: readonly string[] }): ReactNode {
  const words = useKeyImportWords();
  return (
    <div className="notice warn" role="status">
      <div>
        <p>{words.unused(titles.length)}</p>
        <ul>
          {titles.map((title) => (
            <li key={title}>{title}</li>
          ))}
        </ul>
        <p className="soft">{words.unusedText}</p>
      </div>
    </div>
  );
}

function Preview({
  records,
  mapping,
  dates,
}: {
  readonly records: KeyFile['records'];
  readonly mapping: Mapping;
  readonly dates: DateReading;
}): ReactNode {
  const words = useKeyImportWords();
  const { number } = useFormats();
  const shown = records.slice(0, PREVIEWED);
  const columns = FIELDS.filter((field) => mapping[field] !== null).map((field) => ({
    id: field,
    title: words.fields[field],
    cell: ({ fields }: KeyFile['records'][number]) => {
      const cell = fields[mapping[field]!] ?? '';
      const date = DATE_FIELDS.find((each) => each === field);
      return date ? dateIn(date, cell, dates) : cell;
    },
  }));
  return (
    <Card flush title={words.preview} note={words.previewOf(number(shown.length), number(records.length))}>
      <Table
        isWide
        label={words.preview}
        rows={shown}
        rowId={({ line }) => String(line)}
        columns={[{ id: 'line', title: words.line, cell: ({ line }) => line }, ...columns]}
      />
    </Card>
  );
}
