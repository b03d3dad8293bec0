-- Owner: app/domain/pictures

-- Issued documents name their logo by its digest: it stays as it is.
create or replace function paper_logos_append_only() returns trigger language plpgsql as $$
begin
  raise exception 'Logos of papers are neither changed nor removed'
    using errcode = 'integrity_constraint_violation', constraint = 'paper_logos_append_only';
end
$$;

create trigger paper_logos_append_only before update or delete on paper_logos
  for each row execute function paper_logos_append_only();
