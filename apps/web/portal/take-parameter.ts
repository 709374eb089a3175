/** A parameter of the address, which it leaves: it is a secret of a mailed link. */
export function takeParameter(name: string): string {
  const address = new URL(location.href);
  const value = address.searchParams.get(name) ?? '';
  if (value) {
    address.searchParams.delete(name);
    history.replaceState(history.state, '', address);
  }
  return value;
}
