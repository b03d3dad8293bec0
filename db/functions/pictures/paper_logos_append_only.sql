-- Owner: app/domain/pictures

-- Append-only: issued documents refer to their logo by its digest.
create or replace function paper_logos_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'Logos of papers are neither changed nor removed'
    using errcode = 'integrity_constraint_violation', constraint = 'paper_logos_append_only';
end
$$;

create trigger paper_logos_append_only before update or delete on paper_logos
  for each row execute function paper_logos_append_only();
