-- Terms of each memory, a read model.
CREATE TABLE search_documents (
  scope_id    uuid NOT NULL, -- scope of the memory
  memory_id   uuid NOT NULL, -- indexed memory
  length      integer NOT NULL, -- number of terms in the text, with repetitions
  terms       text[] NOT NULL, -- distinct terms, sorted
  frequencies smallint[] NOT NULL, -- how often each of them occurs
  PRIMARY KEY (scope_id, memory_id)
);

-- Inverted index, a read model. The key includes the figures, so that a posting list is read from the index alone.
CREATE TABLE search_postings (
  scope_id  uuid NOT NULL, -- scope of the memory
  term      text COLLATE "C" NOT NULL, -- indexed term
  memory_id uuid NOT NULL, -- memory with the term
  frequency smallint NOT NULL, -- how often the term occurs in it
  length    integer NOT NULL, -- number of terms of the memory
  PRIMARY KEY (scope_id, term, memory_id) INCLUDE (frequency, length)
);

-- Document frequency of each term, a read model.
CREATE TABLE search_terms (
  scope_id  uuid NOT NULL, -- scope of the term
  term      text COLLATE "C" NOT NULL, -- indexed term
  documents integer NOT NULL, -- number of memories with the term
  PRIMARY KEY (scope_id, term)
) WITH (fillfactor = 80);

-- Size of the index of a scope, a read model.
CREATE TABLE search_stats (
  scope_id  uuid NOT NULL, -- indexed scope
  documents bigint NOT NULL, -- number of memories in the index
  length    bigint NOT NULL, -- sum of their lengths
  PRIMARY KEY (scope_id)
) WITH (fillfactor = 50);

-- Character 4-grams of the terms of a scope, by which similarly spelled terms are found, a read model. They belong to
-- the vocabulary, not to memories: words of a scope repeat, so a memory adds few rows or none.
CREATE TABLE search_ngrams (
  scope_id uuid NOT NULL, -- scope of the term
  ngram    text COLLATE "C" NOT NULL, -- four characters of the term, with ^ and $ as its ends
  term     text COLLATE "C" NOT NULL, -- term that contains them
  PRIMARY KEY (scope_id, ngram, term)
);

-- Character 4-grams of a term; none for terms of speakers, with digits, or outside 4 to 32 characters.
CREATE FUNCTION ngrams_of_term(term text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
  SELECT DISTINCT substr('^' || term || '$', i, 4) COLLATE "C"
  FROM generate_series(1, length(term) - 1) AS i WHERE length(term) BETWEEN 4 AND 32 AND term !~ '[0-9@]'
$$;

-- Numbers are drawn under the scope's lock, so within a scope they become visible in order, and a reader that requests
-- those above the last it saw misses none.
CREATE SEQUENCE search_change_numbers;
GRANT USAGE ON SEQUENCE search_change_numbers TO engraph_service;

-- Change feed for in-memory indexes; recreated, not verified, by a rebuild. The effect of a change is read from the
-- other tables. A row with none of the last three columns means that vectors changed.
CREATE TABLE search_changes (
  scope_id               uuid NOT NULL, -- scope of the change
  number                 bigint NOT NULL DEFAULT nextval('search_change_numbers'), -- order of the change
  memory_id              uuid, -- memory that was indexed or removed; null: none
  entity_id              uuid, -- entity whose names changed; null: none
  invalidated_entity_ids uuid[], -- entities whose names, cluster, mentions, relations or statements changed; or null
  PRIMARY KEY (scope_id, number)
);

-- As search_change_numbers, for vectors.
CREATE SEQUENCE memory_vector_numbers;
GRANT USAGE ON SEQUENCE memory_vector_numbers TO engraph_service;

-- Embeddings of memories, for dense retrieval. A forgotten memory keeps its row without the vector, under a new number,
-- so that readers notice the forget.
CREATE TABLE memory_vectors (
  scope_id         uuid NOT NULL, -- scope of the memory
  memory_id        uuid NOT NULL, -- embedded memory
  model            text COLLATE "C" NOT NULL, -- embedding model
  number           bigint NOT NULL DEFAULT nextval('memory_vector_numbers'), -- order of the change
  vector           bytea STORAGE EXTERNAL, -- quantized vector, 8 bits per dimension; null: removed, or due (due_at)
  due_at           timestamptz, -- when the embedding is due, at the earliest; null: nothing to do
  token_embeddings bytea STORAGE EXTERNAL, -- one bit per dimension, token after token; null: the model makes none.
  -- Close to random, so not worth compressing
  PRIMARY KEY (scope_id, memory_id, model)
);
CREATE INDEX memory_vectors_by_number ON memory_vectors (scope_id, model, number);
CREATE INDEX memory_vectors_due ON memory_vectors (due_at) WHERE due_at IS NOT NULL;

-- Binary code of a vector, by which an index finds vectors with nearly the same direction: three bits per dimension,
-- whether it is at least 0, at least 16, at least -16. Dimensions are padded with zeros to a multiple of eight. Only
-- the upper half of each byte is read, the sign and three bits: one of these is set for 16 and more, and not all of
-- them for less than -16. Two halves are packed into a byte, with the result for each half in its first bit; then four are
-- folded into one. All steps work on whole bit strings, because a loop over dimensions takes ten times as long: about
-- 15 µs for 384 dimensions. Postgres also evaluates this for every row that an index returns.
CREATE FUNCTION vector_bits(vector bytea) RETURNS varbit
LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE COST 1000
AS $$
DECLARE
  n int := (octet_length(vector) + 7) / 8 * 8;
  bits varbit := ('x' || encode(vector, 'hex') || repeat('00', n - octet_length(vector)))::varbit;
  halves varbit := ('x' || repeat('f0', n / 2))::varbit;
  firsts varbit := ('x' || repeat('88', n / 2))::varbit;
  a varbit;
  b varbit;
  c varbit;
BEGIN
  bits := (substring(bits FROM 1 FOR 4 * n) & halves) | ((substring(bits FROM 4 * n + 1) & halves) >> 4);
  a := bits << 1;
  b := bits << 2;
  c := bits << 3;
  bits := ~bits;
  bits := (bits & firsts) || (bits & (a | b | c) & firsts) || ((bits | (a & b & c)) & firsts);
  bits := substring(bits FROM 1 FOR 6 * n) | (substring(bits FROM 6 * n + 1) >> 1);
  RETURN substring(bits FROM 1 FOR 3 * n) | (substring(bits FROM 3 * n + 1) >> 2);
END $$;
