const STORED = 'latchkey.sample-language';
const COPIED_MS = 1500;

/** Shows the language that was chosen last, and lets code be copied. */
export function prepareSamples(): void {
  const chosen = localStorage.getItem(STORED);
  for (const radio of document.querySelectorAll<HTMLInputElement>('[name=language]')) {
    if (radio.value === chosen) radio.checked = true;
    radio.addEventListener('change', () => localStorage.setItem(STORED, radio.value));
  }
  // Browsers have no clipboard on pages that came over HTTP from another machine.
  if ('clipboard' in navigator) for (const block of document.querySelectorAll('.code')) block.append(copyButton(block));
}

function copyButton(block: Element): HTMLButtonElement {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'button small secondary';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(block.querySelector('code')!.textContent);
    button.textContent = 'Copied';
    setTimeout(() => (button.textContent = 'Copy'), COPIED_MS);
  });
  return button;
}
