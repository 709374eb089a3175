/** For a small service on a shared machine. Durability settings keep their defaults: a commit is on disk. */
const SETTINGS = {
  listen_addresses: '',
  port: 5432,
  unix_socket_permissions: '0700',
  max_connections: 100,
  shared_buffers: '128MB',
  jit: 'off',
  random_page_cost: 1.1,
  timezone: 'UTC',
  log_timezone: 'UTC',
  /** Log starts, stops and failures, but no statements or values. */
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

export const postgresSettings = (socketFolder: string): string[] =>
  Object.entries({ ...SETTINGS, unix_socket_directories: socketFolder }).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
