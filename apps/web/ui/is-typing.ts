/** Whether keys belong to what has the focus: a field, or something above the page. */
export const isTyping = (target: EventTarget | null): boolean =>
  (target instanceof Element &&
    target.closest('input, textarea, select, [contenteditable], [role=menu], [role=listbox]') !== null) ||
  document.querySelector('[role=dialog], [role=alertdialog]') !== null;
