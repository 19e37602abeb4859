import { AsTable } from './as-table.tsx'

const WIDTH = 720
const HEIGHT = 120
const GAP = 2

/** One bar a day; the parts stand one on another, in the order given. */
export interface Bars {
  days: readonly { date: string; parts: readonly number[] }[]
  /** What each part counts. */
  parts: readonly string[]
  /** What the whole shows, for those who hear it. */
  label: string
}

const day = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeZone: 'UTC' })

/** A small plot by day, the last of which is today; the numbers themselves stand in a table below. */
export function Bars({ days, parts, label }: Bars) {
  const names = parts
  const most = Math.max(1, ...days.map(({ parts }) => sum(parts)))
  const step = WIDTH / days.length
  return (
    <figure className="bars">
      <figcaption>
        {parts.map((part, at) => (
          <span key={part} className={`key part-${at}`}>
            {part}
          </span>
        ))}
      </figcaption>
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
        {days.map(({ date, parts }, at) => {
          let below = 0
          return parts.map((count, part) => {
            const height = (count / most) * (HEIGHT - 1)
            below += height
            return (
              <rect
                // biome-ignore lint/suspicious/noArrayIndexKey: a part has no other name than its place.
                key={`${date} ${part}`}
                className={`part-${part}`}
                x={at * step + GAP / 2}
                y={HEIGHT - below}
                width={step - GAP}
                height={height}
              >
                <title>{`${inWords(date)}: ${names[part]} ${count}`}</title>
              </rect>
            )
          })
        })}
        <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      </svg>
      <div className="bars-ends" aria-hidden="true">
        <span>{days[0] && inWords(days[0].date)}</span>
        <span>busiest day: {most}</span>
        <span>today, so far</span>
      </div>
      <AsTable
        caption={label}
        columns={parts}
        rows={days.map(({ date, parts }) => ({ day: inWords(date), counts: parts })).toReversed()}
      />
    </figure>
  )
}

function inWords(date: string): string {
  return day.format(new Date(date))
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}
