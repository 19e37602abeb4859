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

/** A small plot by day. The numbers themselves stand in a table that screen readers find in its place. */
export function Bars({ days, parts, label }: Bars) {
  const most = Math.max(1, ...days.map(({ parts }) => sum(parts)))
  const step = WIDTH / days.length
  const busy = days.filter(({ parts }) => sum(parts) > 0)
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
                <title>{`${day.format(new Date(date))}: ${count}`}</title>
              </rect>
            )
          })
        })}
        <line x1={0} x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      </svg>
      <div className="bars-ends" aria-hidden="true">
        <span>{days[0] && day.format(new Date(days[0].date))}</span>
        <span>at most {most} a day</span>
        <span>today</span>
      </div>
      <table className="visually-hidden">
        <caption>{label}</caption>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {parts.map((part) => (
              <th key={part} scope="col">
                {part}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {busy.map(({ date, parts: counts }) => (
            <tr key={date}>
              <th scope="row">{day.format(new Date(date))}</th>
              {parts.map((part, at) => (
                <td key={part}>{counts[at]}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  )
}

function sum(counts: readonly number[]): number {
  return counts.reduce((all, count) => all + count, 0)
}
