-- Owner: app/domain/payments

create or replace function keep_payment_lifecycle() returns trigger language plpgsql as $$
begin
  if not exists (select from payment_state_changes()
    where old_state = old.state and new_state = new.state)
  then
    raise exception 'a payment that is % does not become %', old.state, new.state
      using errcode = 'check_violation', constraint = 'payments_lifecycle';
  end if;
  return new;
end $$;

create trigger payments_lifecycle before update of state on payments
  for each row when (old.state is distinct from new.state) execute function keep_payment_lifecycle();
