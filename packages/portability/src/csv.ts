/** Reads comma-separated values with quotes (RFC 4180) into rows. */
export function parseCsv(text: string): string[][] {
  const rows: string[][] = []
  let row: string[] = []
  let from = 0
  const pattern = /"((?:[^"]|"")*)"(,|\r?\n|$)|([^,\r\n]*)(,|\r?\n|$)/y
  while (from < text.length) {
    pattern.lastIndex = from
    const match = pattern.exec(text)
    // A quote in the middle of a value: the rest of the line is one value.
    const end = match ? pattern.lastIndex : text.indexOf('\n', from) + 1 || text.length
    row.push(match ? (match[1]?.replace(/""/g, '"') ?? match[3] ?? '') : text.slice(from, end).trim())
    if ((match?.[2] ?? match?.[4]) !== ',') {
      rows.push(row)
      row = []
    }
    from = end
  }
  if (row.length) rows.push([...row, ''])
  return rows
}
