import { plural, t } from '@lingui/core/macro'
import { Text } from '@mantine/core'
import { formatNumber } from '../../i18n/format.ts'
import { memoriesIn } from '../../ui/counts.ts'
import { topicName } from '../../ui/topic-name.ts'
import type { Life } from './life.ts'
import { monthAndYear } from './month-names.ts'
import css from './summary.module.css'
import colors from './topic-color.module.css'
import { topicStyle } from './topic-color.ts'

/** How much is remembered, since when, and a band in which each topic has its share and its colour. */
export function Summary({ life }: { life: Life }) {
  const { count: total, since, until, topics } = life
  const number = formatNumber(total)
  const [first, last] = [monthAndYear(since), monthAndYear(until)]
  const span = since === until ? first : t`${first} to ${last}`
  const size = plural(topics.length, { one: '# topic', other: '# topics' })
  return (
    <section className={css.summary} aria-label={t`In numbers`}>
      <p className={css.line}>
        <span className={css.number}>{number}</span>{' '}
        <span className={css.unit}>{plural(total, { one: 'memory', other: 'memories' })}</span>
      </p>
      <Text c="dimmed">
        {span} · {size}
      </Text>
      <div className={css.band} aria-hidden>
        {topics.map(({ topic, count }) => (
          <span
            key={topic}
            className={`${css.share} ${colors.topic}`}
            style={{ ...topicStyle(topic), flexGrow: count }}
            title={`${topicName(topic)} · ${memoriesIn(count)}`}
          />
        ))}
      </div>
    </section>
  )
}
