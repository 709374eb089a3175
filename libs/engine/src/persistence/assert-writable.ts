/**
 * Fails in a read-only database, with the error of a statement that writes: the service then looks for another server behind
 * DATABASE_URL instead of keeping the connection.
 */
export const ASSERT_WRITABLE = `do $$ begin
  if current_setting('transaction_read_only') = 'on' then raise read_only_sql_transaction using message = 'the database is read-only'; end if;
end $$`;
