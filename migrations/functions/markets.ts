/** Word that a misspelt one may stand for: letters only. */
const VOCABULARY = '^[^[:punct:][:digit:][:space:]]{3,40}$';

/** Trigger that counts markets by status, category, tag and word. */
export const MARKET_FUNCTIONS_SQL = `
  CREATE OR REPLACE FUNCTION count_market() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    market markets;
    one integer := CASE TG_OP WHEN 'DELETE' THEN -1 ELSE 1 END;
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      INSERT INTO market_count_changes (facet, value, change) VALUES ('status', OLD.status, -1), ('status', NEW.status, 1);
      RETURN NULL;
    END IF;
    IF TG_OP = 'DELETE' THEN market := OLD; ELSE market := NEW; END IF;
    INSERT INTO market_count_changes (facet, value, change)
    SELECT 'status', market.status, one
    UNION ALL SELECT 'category', market.category, one WHERE market.category IS NOT NULL
    UNION ALL SELECT 'tag', tag, one FROM unnest(market.tags) AS tag
    UNION ALL SELECT 'word', word, one FROM unnest(tsvector_to_array(market.words)) AS word WHERE word ~ '${VOCABULARY}';
    RETURN NULL;
  END $$;`;
