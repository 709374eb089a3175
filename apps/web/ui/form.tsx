import { CircleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { Form } from 'react-aria-components';
import { ApiProblem } from '../api/problem.ts';
import { useUiWords } from '../i18n/languages.tsx';
import { Button, type ButtonProps } from './button.tsx';
import { useProblemText } from './problem-text.ts';

interface ApiFormProps {
  /** Sends the request. Fields show what a 422 says about them; everything else is shown above the form. */
  readonly onSubmit: (form: FormData) => Promise<unknown>;
  readonly submitLabel: string;
  readonly submit?: Pick<ButtonProps, 'look' | 'icon' | 'wide' | 'isDisabled'>;
  /** Names of the fields that are shown, so that what is wrong with others is not lost. */
  readonly fields: readonly string[];
  /** What to say for an error instead of the words of the service. */
  readonly explain?: (problem: ApiProblem) => string | null;
  readonly onCancel?: () => void;
  readonly children: ReactNode;
}

/** A form that is one request. */
export function ApiForm({ onSubmit, submitLabel, submit, fields, explain, onCancel, children }: ApiFormProps): ReactNode {
  const words = useUiWords();
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);

  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (isPending) return;
    const form = event.currentTarget;
    setPending(true);
    setProblem(null);
    try {
      await onSubmit(new FormData(form));
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      setProblem(error);
      focusFirst(form, Object.keys(error.fields));
    } finally {
      setPending(false);
    }
  };

  const elsewhere = problem && !Object.keys(problem.fields).some((name) => fields.includes(name));
  return (
    <Form
      className="form"
      onSubmit={(event) => void send(event)}
      validationErrors={problem?.fields ?? {}}
      validationBehavior="aria"
    >
      {elsewhere && <ProblemNotice problem={problem} explain={explain} />}
      {children}
      <div className={onCancel ? 'dialog-actions' : 'row'}>
        <Button type="submit" look="primary" isPending={isPending} {...submit}>
          {submitLabel}
        </Button>
        {onCancel && <Button onPress={onCancel}>{words.cancel}</Button>}
      </div>
    </Form>
  );
}

function focusFirst(form: HTMLFormElement, names: readonly string[]): void {
  const field = [...form.elements].find((each) => names.includes((each as HTMLInputElement).name));
  (field as HTMLElement | undefined)?.focus();
}

/** The error of a request, with what support needs to find it. */
export function ProblemNotice({
  problem,
  explain,
}: {
  readonly problem: ApiProblem;
  readonly explain?: (problem: ApiProblem) => string | null;
}): ReactNode {
  const words = useUiWords();
  const textOf = useProblemText();
  return (
    <div className="notice bad" role="alert">
      <CircleAlert aria-hidden />
      <div>
        <p>{explain?.(problem) ?? textOf(problem)}</p>
        {problem.requestId && (problem.status >= 500 || problem.status === 0) && (
          <p className="small">
            {words.requestId} <code>{problem.requestId}</code>
          </p>
        )}
      </div>
    </div>
  );
}
