/** What a person needs of the error of a request: its code if there is one. */
export function reasonOf(error: unknown): string {
  const { name, code, message } = error as Error & { readonly code?: unknown };
  if (name === 'TimeoutError') return 'no response in time';
  return typeof code === 'string' ? code : message;
}

/** `null` unless the text is JSON: what another server or a proxy responds. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}
