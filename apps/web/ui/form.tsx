import { CircleAlert } from 'lucide-react';
import { type FormEvent, type ReactNode, useRef, useState } from 'react';
import { Form } from 'react-aria-components';
import { ApiProblem, type FieldIssue, fieldsProblem } from '../api/problem.ts';
import { useUiWords } from '../i18n/languages.tsx';
import { Button, type ButtonProps } from './button.tsx';
import { fieldIssuesIn, focusFirst, nameOf } from './field-checks.ts';
import { useFieldText, useProblemText } from './problem-text.ts';
import { useUnsavedInput } from './unsaved-input.ts';

interface ApiFormProps {
  /**
   * Sends the request. Fields show what a 422 says about them; everything else is shown above the form. `false` means that nothing was
   * stored, because somebody thought better of it.
   */
  readonly onSubmit: (form: FormData) => Promise<unknown>;
  readonly submitLabel: string;
  readonly submit?: Pick<ButtonProps, 'look' | 'icon' | 'wide' | 'isDisabled'>;
  /** What to say for an error instead of the words of the service. */
  readonly explain?: (problem: ApiProblem) => string | null;
  readonly onCancel?: () => void;
  readonly cancel?: { readonly label?: string; readonly autoFocus?: boolean };
  readonly children?: ReactNode;
}

/**
 * A form that is one request, and the only way to send what people enter. It says at each field what is wrong with it, goes to the first one,
 * is sent once however often it is submitted, and its input is not lost without a question (`LeaveGuard`, `Dialog`).
 */
export function ApiForm({ onSubmit, submitLabel, submit, explain, onCancel, cancel, children }: ApiFormProps): ReactNode {
  const words = useUiWords();
  const fieldText = useFieldText();
  const { watch, sending, sent } = useUnsavedInput();
  const isSending = useRef(false);
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<ApiProblem | null>(null);
  /** Kept: React Aria shows errors again whenever it gets another object. */
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({});
  const [elsewhere, setElsewhere] = useState<readonly FieldIssue[]>([]);

  const refuse = (form: HTMLFormElement, refused: ApiProblem): void => {
    const shown = new Set([...form.elements].map((element) => (element as HTMLInputElement).name));
    const names = Object.keys(refused.fields);
    setProblem(refused);
    setTexts(Object.fromEntries(Object.entries(refused.fields).map(([name, issue]) => [name, fieldText(issue)])));
    setElsewhere(names.filter((name) => !shown.has(name)).map((name) => refused.fields[name]!));
    focusFirst(form, names);
    if (!names.some((name) => shown.has(name)))
      setTimeout(() => form.querySelector('.notice.bad')?.scrollIntoView({ block: 'center' }));
  };
  const send = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    // A dialog of the form is below it for React.
    event.stopPropagation();
    if (isSending.current) return;
    const form = event.currentTarget;
    const issues = fieldIssuesIn(form);
    if (Object.keys(issues).length > 0) return refuse(form, fieldsProblem(issues));
    isSending.current = true;
    sending();
    setPending(true);
    setProblem(null);
    setTexts({});
    setElsewhere([]);
    let isStored = false;
    try {
      isStored = (await onSubmit(new FormData(form))) !== false;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      refuse(form, error);
    } finally {
      isSending.current = false;
      sent(isStored);
      setPending(false);
    }
  };

  /** React Aria would take an error away with the focus: what is below the field would move while it is pressed. */
  const forget = ({ target }: FormEvent): void => {
    const name = nameOf(target as HTMLInputElement);
    if (name in texts) setTexts(Object.fromEntries(Object.entries(texts).filter(([other]) => other !== name)));
  };

  const isGeneral = problem && Object.keys(problem.fields).length === 0;
  return (
    <Form ref={watch} className="form" onSubmit={(event) => void send(event)} validationErrors={texts} validationBehavior="aria">
      {isGeneral && <ProblemNotice problem={problem} explain={explain} />}
      {elsewhere.length > 0 && <Notice>{elsewhere.map((issue) => fieldText(issue)).join(' ')}</Notice>}
      <div className="form-fields" onInput={forget}>
        {children}
      </div>
      <div className={onCancel ? 'dialog-actions' : 'row'}>
        <Button type="submit" look="primary" isPending={isPending} {...submit}>
          {submitLabel}
        </Button>
        {onCancel && (
          <Button onPress={onCancel} autoFocus={cancel?.autoFocus}>
            {cancel?.label ?? words.cancel}
          </Button>
        )}
      </div>
    </Form>
  );
}

const Notice = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <div className="notice bad" role="alert">
    <CircleAlert aria-hidden />
    <div>{children}</div>
  </div>
);

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
    <Notice>
      <p>{explain?.(problem) ?? textOf(problem)}</p>
      {problem.requestId && (problem.status >= 500 || problem.status === 0) && (
        <p className="small">
          {words.requestId} <code>{problem.requestId}</code>
        </p>
      )}
    </Notice>
  );
}
