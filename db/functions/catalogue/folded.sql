-- Owner: app/domain/catalogue

-- Lower case without accents, so that "cafe" finds "Café". Letters that Unicode doesn't decompose
-- into letter and accent are listed.
create or replace function folded(value text) returns text language sql immutable strict parallel safe
  return replace(replace(
    translate(
      lower(regexp_replace(normalize(value, nfd), '[\u0300-\u036f]', '', 'g')),
      'øłđ', 'old'
    ), 'œ', 'oe'), 'æ', 'ae');
