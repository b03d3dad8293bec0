/**
 * Makes every job that is not done due at once, as if the pause before its next attempt, or the
 * time that a process which died had for it, were over; and wakes whoever does jobs.
 */
export const makeJobsDue = `
  update pgboss.job set state = 'retry', start_after = now() where state in ('active', 'retry');
  select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), 'mail')`;
