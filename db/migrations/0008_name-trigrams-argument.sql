-- A dump of a function without the name of its argument cannot be restored.
create or replace function trigrams(value text, step integer) returns text[]
  language sql immutable strict parallel safe
  return array(
    select distinct substr(lower(value), place, 3)
    from generate_series(1, char_length(lower(value)) - 2, step) as place
  );
