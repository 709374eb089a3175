import { useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { answer } from '../../api/client.ts';
import { useFormats, useUiWords } from '../../i18n/languages.tsx';
import { IconButton } from '../../ui/button.tsx';
import { TextInput } from '../../ui/fields.tsx';
import { ApiForm } from '../../ui/form.tsx';
import { useProblemText } from '../../ui/problem-text.ts';
import { Card, Loaded, SkeletonCards } from '../../ui/surfaces.tsx';
import { badToast, toast } from '../../ui/toasts.tsx';
import { api, useMay } from '../context.ts';
import { fieldProblem } from '../../api/problem.ts';
import { useWords } from '../words/index.ts';

/** The amounts of use that are reported. */
export function MeterThresholds({ meterId: id }: { readonly meterId: string }): ReactNode {
  const { meter: words } = useWords();
  const { saved } = useUiWords();
  const { number } = useFormats();
  const textOf = useProblemText();
  const queries = useQueryClient();
  const mayWrite = useMay('meters:write');
  const [added, setAdded] = useState(0);
  const queryKey = ['meters', 'thresholds', id];
  const read = useQuery({
    queryKey,
    queryFn: () => answer(api.GET('/v1/meters/{id}/thresholds', { params: { path: { id } } })),
  });
  const put = async (thresholds: number[]): Promise<void> => {
    const answered = await answer(api.PUT('/v1/meters/{id}/thresholds', { params: { path: { id } }, body: { thresholds } }));
    queries.setQueryData(queryKey, answered);
    toast(saved);
  };
  const add = async (form: FormData, known: readonly number[]): Promise<void> => {
    const threshold = Number(String(form.get('threshold')).trim() || Number.NaN);
    if (!(threshold > 0)) throw fieldProblem('threshold', words.notAUnit);
    await put([...known, threshold]);
    setAdded((count) => count + 1);
  };
  const remove = (threshold: number, known: readonly number[]): void =>
    void put(known.filter((each) => each !== threshold)).catch((error: unknown) => badToast(textOf(error)));
  return (
    <Loaded of={read} waiting={<SkeletonCards count={1} />}>
      {({ thresholds }) => (
        <Card title={words.thresholds}>
          <div className="stack">
            <p className="faint small">{words.thresholdsText}</p>
            {thresholds.length === 0 && <p>{words.noThresholds}</p>}
            {thresholds.length > 0 && (
              <ul className="thresholds">
                {thresholds.map((each) => (
                  <li key={each}>
                    {number(each)}
                    {mayWrite && (
                      <IconButton
                        small
                        label={words.removeThreshold(number(each))}
                        icon={X}
                        onPress={() => remove(each, thresholds)}
                      />
                    )}
                  </li>
                ))}
              </ul>
            )}
            {mayWrite && (
              <ApiForm
                key={added}
                submitLabel={words.addThreshold}
                submit={{ look: 'secondary' }}
                onSubmit={(form) => add(form, thresholds)}
              >
                <TextInput name="threshold" inputMode="decimal" label={words.threshold} />
              </ApiForm>
            )}
          </div>
        </Card>
      )}
    </Loaded>
  );
}
