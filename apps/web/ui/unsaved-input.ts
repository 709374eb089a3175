import { type RefCallback, useCallback, useRef } from 'react';

interface Watched {
  /** What the form showed when somebody first touched it since it was opened or stored; null as long as nobody has. */
  before: string | null;
  isSending: boolean;
}

const forms = new Map<HTMLFormElement, Watched>();
const BEGINNINGS = ['pointerdown', 'keydown', 'beforeinput'] as const;

/** Everything that a form shows, with fields that have no name, and with how many rows there are. */
const shownIn = (form: HTMLFormElement): string =>
  JSON.stringify(
    [...form.elements].map((element) => {
      if (element instanceof HTMLButtonElement) return element.classList.contains('select-button') ? element.textContent : '';
      const { value, checked } = element as HTMLInputElement;
      return [value, checked];
    }),
  );

const isChanged = ([form, { before }]: readonly [HTMLFormElement, Watched]): boolean =>
  before !== null && before !== shownIn(form);

/** Whether there is a form with something that was entered and is not stored, though it may be on its way. */
export const hasInput = (): boolean => [...forms].some(isChanged);

/** Whether there is a form, on the page or in a part of it, with something that was entered and not sent. */
export const hasUnsavedInput = (within: Node | null = document.body): boolean =>
  [...forms].some((form) => within?.contains(form[0]) && !form[1].isSending && isChanged(form));

interface UnsavedInput {
  readonly watch: RefCallback<HTMLFormElement>;
  /** What a form shows while it is sent is not unsaved: it may lead to another page before the response is complete. */
  readonly sending: () => void;
  readonly sent: (isStored: boolean) => void;
}

/** Watches a form. */
export function useUnsavedInput(): UnsavedInput {
  const watched = useRef<Watched>({ before: null, isSending: false });
  const watch = useCallback((form: HTMLFormElement | null) => {
    if (!form) return;
    const state = watched.current;
    const begin = (): void => {
      state.before ??= shownIn(form);
    };
    forms.set(form, state);
    /** Something that fills in forms has changed a field before anybody touched the form. */
    const fill = (): void => {
      state.before ??= '';
    };
    for (const event of BEGINNINGS) form.addEventListener(event, begin, { capture: true });
    form.addEventListener('input', fill, { capture: true });
    return () => {
      forms.delete(form);
      for (const event of BEGINNINGS) form.removeEventListener(event, begin, { capture: true });
      form.removeEventListener('input', fill, { capture: true });
    };
  }, []);
  const sending = useCallback((): void => {
    watched.current.isSending = true;
  }, []);
  const sent = useCallback((isStored: boolean): void => {
    watched.current.isSending = false;
    if (isStored) watched.current.before = null;
  }, []);
  return { watch, sending, sent };
}
