"""Operations and answers of the API, generated from docs/openapi.json by generate/generate.sh: not edited by hand."""
