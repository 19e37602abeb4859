import type { ReactNode } from 'react'
import { formatNumber } from '../i18n/format.ts'
import css from './bar-plot.module.css'
import { scaleTop } from './chart-scale.ts'

const WIDTH = 720
const HEIGHT = 120
// Of the width of a bar, so that many bars keep a gap, too.
const GAP_SHARE = 0.2

/** What a part of each bar counts. Its class sets its colour, `--part`. */
export interface Part {
  name: string
  className: string | undefined
}

interface BarPlotProps {
  /** The parts of each bar, stacked in this order. */
  parts: readonly Part[]
  /** From left to right, with the height of each part. */
  bars: readonly { name: string; heights: readonly number[] }[]
  /** What follows a number, such as ` ms`. */
  unit?: string
  /** What the last bar is called instead of its name. */
  last: ReactNode
}

/** Stacked bars beside a scale with three lines, without a chart library; a table has to say the same numbers. */
export function BarPlot({ parts, bars, unit = '', last }: BarPlotProps) {
  const top = scaleTop(Math.max(0, ...bars.map(({ heights }) => sum(heights))))
  const step = WIDTH / bars.length
  return (
    <>
      <div className={css.keys}>
        {parts.map(({ name, className }) => (
          <span key={name} className={`${css.key} ${className}`}>
            {name}
          </span>
        ))}
      </div>
      <div className={css.plot} aria-hidden="true">
        <div className={css.scale}>
          {[top, top / 2, 0].map((number) => (
            <span key={number}>
              {formatNumber(number)}
              {unit}
            </span>
          ))}
        </div>
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" className={css.drawing} aria-hidden="true">
          {bars.map(({ name, heights }, at) =>
            heights.map((value, index) => {
              const part = parts[index] as Part
              const below = sum(heights.slice(0, index + 1))
              return (
                <rect
                  key={`${name} ${part.name}`}
                  className={part.className}
                  x={at * step + (step * GAP_SHARE) / 2}
                  y={HEIGHT - (below / top) * HEIGHT}
                  width={step * (1 - GAP_SHARE)}
                  height={(value / top) * HEIGHT}
                >
                  <title>{`${name}: ${part.name} ${formatNumber(value)}${unit}`}</title>
                </rect>
              )
            }),
          )}
        </svg>
        <div className={css.names}>
          <span>{bars[0]?.name}</span>
          <span>{bars[Math.floor(bars.length / 2)]?.name}</span>
          <span>{last}</span>
        </div>
      </div>
    </>
  )
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0)
}
