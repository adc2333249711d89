import type { ComponentChildren } from 'preact';

/** A column of a table of `Row`. */
export interface Column<Row> {
  readonly title: string;
  readonly cell: (row: Row) => ComponentChildren;
  /** Numbers stand at the right. */
  readonly isNumber?: boolean;
}

interface TableProps<Row> {
  /** What the table shows; read out, and shown above it unless `isCaptionHidden`. */
  readonly caption: string;
  readonly isCaptionHidden?: boolean;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  readonly keyOf: (row: Row) => string;
}

/** A table that scrolls sideways in itself where it is too wide. */
export function Table<Row>({ caption, isCaptionHidden = false, columns, rows, keyOf }: TableProps<Row>) {
  return (
    <div class="table" role="region" aria-label={caption} tabIndex={0}>
      <table>
        <caption class={isCaptionHidden ? 'unshown' : ''}>{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ title, isNumber }) => (
              <th key={title} scope="col" class={isNumber ? 'number' : ''}>
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={keyOf(row)}>
              {columns.map(({ title, cell, isNumber }) => (
                <td key={title} class={isNumber ? 'number' : ''}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
