import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { formatNumber } from '../../i18n/format.ts'
import { ChartTable } from '../../ui/chart-table.tsx'
import { memoriesIn } from '../../ui/counts.ts'
import { TopicIcon } from '../../ui/topic-icon.tsx'
import { topicName } from '../../ui/topic-name.ts'
import { HUB } from '../../urls.ts'
import { circleSize, isOneMonth, type Life, labelled, type TopicLine } from './life.ts'
import css from './life-lines.module.css'
import { pointName } from './month-names.ts'
import colors from './topic-color.module.css'
import { topicStyle } from './topic-color.ts'

const TOPICS_SHOWN = 12
const LABELS_MAX = 6
/** The longest that a bar is for each memory. */
const BAR_PX = 12
/** The diameter of a circle, in pixels, of one memory and of the most. */
const SIZES = [9, 26] as const

/**
 * A line through time for each topic, with a circle where it has memories; a bar, if all are of one month. Each leads to the
 * memories of its topic.
 */
export function LifeLines({ life }: { life: Life }) {
  const [isWhole, setWhole] = useState(false)
  const { topics, starts, span } = life
  const most = Math.max(...topics.flatMap(({ points }) => points))
  const shown = isWhole ? topics : topics.slice(0, TOPICS_SHOWN)
  const names = starts.map((start) => pointName(start, span))
  const isOfOneMonth = isOneMonth(life)
  const more = formatNumber(topics.length - shown.length)
  return (
    <figure className={css.figure} style={{ '--points': starts.length } as CSSProperties}>
      <ul className={css.lines}>
        {shown.map((line) => (
          <li key={line.topic}>
            <Line line={line}>
              {isOfOneMonth ? (
                <span
                  className={css.bar}
                  style={{ inlineSize: `min(${(line.count / most) * 100}%, ${line.count * BAR_PX}px)` }}
                />
              ) : (
                <Circles line={line} most={most} names={names} />
              )}
            </Line>
          </li>
        ))}
      </ul>
      {!isOfOneMonth && (
        <div className={css.axis} aria-hidden>
          {labelled(starts.length, LABELS_MAX).map((at, label) => (
            <span
              key={at}
              data-odd={label % 2 || undefined}
              style={{ '--at': centre(at, starts.length) } as CSSProperties}
            >
              {names[at]}
            </span>
          ))}
        </div>
      )}
      {topics.length > shown.length && (
        <Button variant="subtle" size="compact-sm" onClick={() => setWhole(true)} className={css.more}>
          <Trans>Show {more} more topics</Trans>
        </Button>
      )}
      <ChartTable
        caption={t`Memories by topic and time`}
        heading={t`Since`}
        columns={shown.map(({ topic }) => topicName(topic))}
        rows={names.map((name, at) => ({ name, counts: shown.map(({ points }) => points[at] ?? 0) })).toReversed()}
      />
    </figure>
  )
}

function Line({ line: { topic, count }, children }: { line: TopicLine; children: ReactNode }) {
  return (
    <Link
      to={HUB.memories}
      search={{ scope: `${topic}.*` }}
      className={`${css.line} ${colors.topic}`}
      style={topicStyle(topic)}
    >
      <span className={css.topic}>
        <TopicIcon topic={topic} size={16} />
        <span>{topicName(topic)}</span>
      </span>
      <span className={css.track} aria-hidden>
        {children}
      </span>
      <span className={css.count}>{formatNumber(count)}</span>
    </Link>
  )
}

interface CirclesProps {
  line: TopicLine
  most: number
  names: string[]
}

function Circles({ line: { points, first, last }, most, names }: CirclesProps) {
  const length = `${((last - first) / points.length) * 100}%`
  const size = (count: number) => `${Math.round(circleSize(count, most, SIZES))}px`
  return (
    <>
      <span className={css.thread} style={{ insetInlineStart: centre(first, points.length), inlineSize: length }} />
      {points.map((each, at) =>
        each ? (
          <span
            key={names[at]}
            className={css.circle}
            title={`${names[at]} · ${memoriesIn(each)}`}
            style={{ insetInlineStart: centre(at, points.length), '--size': size(each) } as CSSProperties}
          />
        ) : null,
      )}
    </>
  )
}

const centre = (at: number, points: number) => `${((at + 0.5) / points) * 100}%`
