/** The choice of the console, which the document reads before anything is painted. */
const STORED = 'latchkey.theme';

export function chooseTheme(): void {
  const select = document.querySelector<HTMLSelectElement>('#reference-theme')!;
  const { dataset } = document.documentElement;
  select.value = dataset['theme'] ?? 'system';
  select.addEventListener('change', () => {
    localStorage.setItem(STORED, select.value);
    dataset['theme'] = select.value;
  });
  select.closest('label')!.hidden = false;
}
