const NOW = '(extract(epoch FROM statement_timestamp()) * 1e9)::bigint';

/**
 * SQL condition of an interval that holds now: it has no end, or one that is to come, as an age has; and it is not
 * unsettled.
 * @param alias of the table, if the statement has one
 */
export function holdsSql(alias?: string): string {
  const column = (name: string): string => (alias === undefined ? name : `${alias}.${name}`);
  const end = column('valid_to_nanos');
  return `((${end} = 0 OR ${end} > ${NOW}) AND NOT ${column('unsettled')})`;
}
