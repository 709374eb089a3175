/** Told when this process has recorded an event. Other processes find it by polling. */
export class RecordedEvents {
  private listener: () => void = () => undefined;

  listen(listener: () => void): void {
    this.listener = listener;
  }

  notify(): void {
    this.listener();
  }
}
