/** Whether events that are tests are worked on: only in the sandbox, never in production. */
export abstract class TestEvents {
  abstract readonly areProcessed: boolean;
}
