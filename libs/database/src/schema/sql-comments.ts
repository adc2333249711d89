/** Beginning of a documented object: its comment lines, its kind and its name. */
const OBJECT = /((?:^--.*\n)*)^CREATE (TABLE|FUNCTION|SEQUENCE|TYPE) (\w+)/gm;

/** First line of a column in a table's definition: two blanks and its name, in lower case. */
const COLUMN = /^ {2}([a-z]\w*) /;

/**
 * Statements that store the comments of a schema file in the database, so that `\d+` shows them. The comment lines
 * above a CREATE TABLE, FUNCTION, SEQUENCE or TYPE describe it. In a table, the text behind `--` describes the column
 * of that line; comment lines below it continue the text.
 * @param sql a file of the schema
 */
export function commentStatements(sql: string): string {
  return [...sql.matchAll(OBJECT)]
    .flatMap(({ 1: above = '', 2: kind = '', 3: name = '', index }) => [
      commentOn(`${kind} ${name}`, above.replaceAll(/^-- ?/gm, '')),
      ...(kind === 'TABLE' ? columnComments(name, sql.slice(index + above.length)) : []),
    ])
    .join('');
}

function columnComments(table: string, fromCreate: string): string[] {
  const body = fromCreate.slice(0, fromCreate.search(/^\)/m)).split('\n').slice(1);
  const comments = new Map<string, string>();
  let column = '';
  for (const line of body) {
    column = COLUMN.exec(line)?.[1] ?? column;
    const start = line.indexOf('-- ');
    if (start >= 0) comments.set(column, `${comments.get(column) ?? ''} ${line.slice(start + 3)}`);
  }
  return [...comments].map(([name, text]) => commentOn(`COLUMN ${table}.${name}`, text));
}

function commentOn(object: string, text: string): string {
  const oneLine = text.replaceAll('\n', ' ').trim();
  return oneLine === '' ? '' : `COMMENT ON ${object} IS '${oneLine.replaceAll("'", "''")}';\n`;
}
