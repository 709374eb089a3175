import { useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { csvLine } from '../../../../../libs/support/src/csv/csv-line.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { useFormats } from '../../../i18n/languages.tsx';
import { Button } from '../../../ui/button.tsx';
import { ProblemNotice } from '../../../ui/form.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { saveFile } from '../../../ui/save-file.ts';
import { Card } from '../../../ui/surfaces.tsx';
import { Table } from '../../../ui/table.tsx';
import { useOrganization } from '../../context.ts';
import { useKeyImportWords } from './words.ts';
import type { RepeatedOrders, Row } from './lines.ts';
import { textOfProblem, textOfRefusal, textOfUnreadable } from './problem-words.ts';
import type { UnreadableLine } from './read-key-file.ts';
import { type Outcome, type SendableRow, sendRows } from './send-rows.ts';

/** How many groups are shown, and how many lines of a group are named. */
const SHOWN = 100;
const NAMED = 8;
const isSendable = (row: Row): row is SendableRow => 'value' in row;

interface Run {
  readonly isDryRun: boolean;
  readonly outcome: Outcome;
}

/** Checks all lines, then imports those that can be. */
export function RunImport({
  rows,
  unreadable,
  repeated,
}: {
  readonly rows: readonly Row[];
  readonly unreadable: readonly UnreadableLine[];
  readonly repeated: RepeatedOrders;
}): ReactNode {
  const words = useKeyImportWords();
  const { number } = useFormats();
  const { organization_id: organizationId } = useOrganization();
  const queries = useQueryClient();
  const [progress, setProgress] = useState<{ readonly isDryRun: boolean; readonly share: number } | null>(null);
  const [last, setLast] = useState<Run | null>(null);
  const [failure, setFailure] = useState<ApiProblem | null>(null);
  const sendable = rows.filter(isSendable);
  const refused = new Set(last?.outcome.failed.map(({ line }) => line));
  const good = sendable.filter(({ line }) => !refused.has(line));
  const run = async (isDryRun: boolean): Promise<void> => {
    setFailure(null);
    setProgress({ isDryRun, share: 0 });
    try {
      const to = { organizationId, isDryRun, repeated };
      const outcome = await sendRows(isDryRun ? sendable : good, to, (share) => setProgress({ isDryRun, share }));
      setLast({ isDryRun, outcome });
      if (!isDryRun)
        await Promise.all(['keys', 'figures', 'customers'].map((name) => queries.invalidateQueries({ queryKey: [name] })));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setFailure(error);
    } finally {
      setProgress(null);
    }
  };
  const unsent = rows.flatMap((row) =>
    'problem' in row ? [{ line: row.line, key: row.key, text: textOfRefusal(row, words) }] : [],
  );
  const unread = unreadable.map((each) => ({ line: each.line, key: '', text: textOfUnreadable(each, words) }));
  const failed = (last?.outcome.failed ?? []).map(({ problem, ...line }) => ({ ...line, text: textOfProblem(problem, words) }));
  const problems = [...unsent, ...unread, ...failed].toSorted((one, other) => one.line - other.line);
  const isReady = last?.isDryRun && last.outcome.totals && good.length > 0;
  return (
    <>
      <Card title={words.check} note={words.checkText}>
        <div className="stack">
          {failure && <ProblemNotice problem={failure} />}
          {last && <Summary run={last} failed={problems.length} />}
          {progress && <Progress label={progress.isDryRun ? words.checking : words.importing} share={progress.share} />}
          <div className="row">
            {isReady ? (
              <Button look="primary" isPending={progress !== null} onPress={() => void run(false)}>
                {words.import(number(good.length))}
              </Button>
            ) : (
              <Button
                look="primary"
                isPending={progress !== null}
                isDisabled={sendable.length === 0}
                onPress={() => void run(true)}
              >
                {words.check}
              </Button>
            )}
          </div>
        </div>
      </Card>
      {problems.length > 0 && <Problems problems={problems} />}
    </>
  );
}

function Summary({ run: { isDryRun, outcome }, failed }: { readonly run: Run; readonly failed: number }): ReactNode {
  const words = useKeyImportWords();
  const { number } = useFormats();
  const { slug } = useOrganization();
  const { totals } = outcome;
  if (!totals) {
    return (
      <p className="notice bad" role="alert">
        {words.incomplete}
      </p>
    );
  }
  return (
    <div className={failed > 0 ? 'notice warn' : 'notice good'} role="status">
      <div>
        <p>{isDryRun ? words.checked(number(totals.valid)) : words.done(number(totals.created))}</p>
        {totals.existing > 0 && <p>{words.existing(number(totals.existing))}</p>}
        {failed > 0 && <p>{words.failed(number(failed))}</p>}
        {!isDryRun && (
          <p>
            {words.doneText}{' '}
            <Link to="/$slug/keys" params={{ slug }}>
              {words.toKeys}
            </Link>
          </p>
        )}
      </div>
    </div>
  );
}

interface LineProblem {
  readonly line: number;
  readonly key: string;
  readonly text: string;
}

/** The lines that cannot be imported, by what is wrong with them, and the most frequent problem first. */
function Problems({ problems }: { readonly problems: readonly LineProblem[] }): ReactNode {
  const words = useKeyImportWords();
  const { number } = useFormats();
  const download = (): void => {
    const lines = problems.map(({ line, key, text }) => [line, key, text]);
    saveFile('import-problems.csv', [['line', 'key', 'problem'], ...lines].map(csvLine).join(''), 'text/csv');
  };
  const groups = [...Map.groupBy(problems, ({ text }) => text)]
    .map(([text, lines]) => ({ text, lines: lines.map(({ line }) => line) }))
    .toSorted((one, other) => other.lines.length - one.lines.length);
  return (
    <Card
      flush
      title={words.problems}
      end={
        <Button small icon={Download} onPress={download}>
          {words.download}
        </Button>
      }
      foot={groups.length > SHOWN && words.moreProblems(number(groups.length - SHOWN))}
    >
      <Table
        label={words.problems}
        rows={groups.slice(0, SHOWN)}
        rowId={({ text }) => text}
        columns={[
          { id: 'problem', title: words.problem, cell: ({ text }) => text },
          {
            id: 'lines',
            title: words.affected,
            cell: ({ lines }) => {
              const named = lines.slice(0, NAMED).join(', ');
              return lines.length <= NAMED ? named : `${number(lines.length)}: ${named}, …`;
            },
          },
        ]}
      />
    </Card>
  );
}
