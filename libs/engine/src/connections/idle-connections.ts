/**
 * How long a pool keeps a connection that nobody uses. A new one costs PostgreSQL 30 ms of CPU and more, and plans each of its statements
 * again, so a burst should find those of the burst before.
 */
export const IDLE_CONNECTION_MS = 60_000;
