/** Ends the pauses before jobs' next attempts, and wakes the workers. */
export const endPauses = `
  update pgboss.job set start_after = now() where state = 'retry';
  select pg_notify('pgboss_' || left(encode(sha224('pgboss'::bytea), 'hex'), 24), 'mail')`;
