/** Ends the pauses before jobs' next attempts, as if they were over, and wakes whoever does jobs. */
export const endPauses = `
  update pgboss.job set start_after = now() where state = 'retry';
  select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), 'mail')`;
