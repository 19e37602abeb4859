import pg from 'pg'

// Rows go into responses as they are, so values are parsed to JSON types: times as ISO 8601 in UTC with milliseconds.
const PARSERS: Record<number, (text: string) => unknown> = {
  [pg.types.builtins.INT8]: Number,
  [pg.types.builtins.NUMERIC]: Number,
  [pg.types.builtins.TIMESTAMPTZ]: isoTime,
  [pg.types.builtins.DATE]: (text) => text,
}

/** The function that parses values of a type. */
export function getTypeParser(oid: number, format?: 'text' | 'binary') {
  const parser = format === 'binary' ? undefined : PARSERS[oid]
  return parser ?? pg.types.getTypeParser(oid, format as 'text')
}

function isoTime(text: string): string {
  // Fast path for the usual form in a UTC session, '2026-11-20 19:04:05.12+00'; other forms go through Date.
  if (text.length >= 22 && text.length <= 26 && text.endsWith('+00') && text[10] === ' ') {
    const fraction = text[19] === '.' ? text.slice(20, -3).padEnd(3, '0') : '000'
    return `${text.slice(0, 10)}T${text.slice(11, 19)}.${fraction}Z`
  }
  return new Date(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00')).toISOString()
}
