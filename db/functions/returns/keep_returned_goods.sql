-- Owner: app/domain/claims

-- Append-only: returned goods were weighed, entered and credited.
create or replace function keep_returned_goods() returns trigger language plpgsql as $$
begin
  raise exception 'what came back stays as it was weighed'
    using errcode = 'integrity_constraint_violation', constraint = 'returned_goods_append_only';
end $$;

create trigger returned_goods_append_only before update or delete on returned_goods
  for each row execute function keep_returned_goods();

create trigger returned_goods_not_emptied before truncate on returned_goods
  for each statement execute function keep_returned_goods();
