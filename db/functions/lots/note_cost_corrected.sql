-- Owner: app/domain/lots

-- Earlier sales of a lot were at the cost known then; notes when it changed, for margins.
create or replace function note_cost_corrected() returns trigger language plpgsql as $$
begin
  if old.cost_cents is not null and (new.cost_cents is null
    or new.cost_cents * old.received_lb is distinct from old.cost_cents * new.received_lb)
  then
    new.cost_corrected_at := now();
  end if;
  return new;
end $$;

create trigger lots_note_cost_corrected before update of cost_cents, received_lb on lots
  for each row execute function note_cost_corrected();
