/** Calls that arrive while others are stored wait, and are stored together. `store` never rejects; what it returns answers the calls. */
export function grouped<Call>(store: (calls: readonly Call[]) => Promise<() => void>): (call: Call) => void {
  let waiting: Call[] = [];
  let isUnderway = false;
  const runBatches = async (): Promise<void> => {
    while (waiting.length > 0) {
      const batch = waiting;
      waiting = [];
      setImmediate(await store(batch));
    }
    isUnderway = false;
  };
  return (call) => {
    waiting.push(call);
    if (isUnderway) return;
    isUnderway = true;
    setImmediate(() => void runBatches());
  };
}
