import { Text } from '@mantine/core'
import { TopicIcon } from '../../ui/topic-icon.tsx'
import { topicName } from '../../ui/topic-name.ts'
import css from './memory-list.module.css'

/** The icon and the plain name of a topic, whose scope is shown as a tooltip. */
export function TopicLabel({ scope, size = 'xs' }: { scope: string; size?: 'xs' | 'sm' }) {
  return (
    <Text component="span" size={size} className={css.topic} title={scope}>
      <TopicIcon topic={scope} size={14} />
      {topicName(scope)}
    </Text>
  )
}
