/** JSON that is written already, and becomes (part of) a response as it is. */
export class JsonText {
  constructor(readonly text: string) {}

  /** For `JSON.stringify` of a value that contains it. */
  toJSON(): unknown {
    return JSON.parse(this.text);
  }
}
