-- Owner: app/domain/catalogue

-- Normalizes a text for search: folded, singular, each word after a space, no punctuation; a "|"
-- separates names. Applied to both typed and stored text.
create or replace function search_words(value text) returns text language sql immutable strict parallel safe
  return ' ' || btrim(
    regexp_replace(
      regexp_replace(
        regexp_replace(
          regexp_replace(
            regexp_replace(translate(folded(value), '''’', ''), '[,;|\n]+', ' | ', 'g'),
            '[\s!-/:-@\u005b-\u0060{}~\u2010-\u205e]+', ' ', 'g'
          ),
          '([a-z]{2})ies\M', '\1y', 'g'
        ),
        '(ch|sh|ss|x|zz)es\M', '\1', 'g'
      ),
      '([a-z]{2}[a-hj-rtv-z])s\M', '\1', 'g'
    )
  );
