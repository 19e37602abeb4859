import { useEffect } from 'react'
import { Readers, TopicPicker } from './topic-picker.tsx'

const DEFAULT_SCOPE = 'general'

interface TopicFieldsProps {
  /** `undefined` until the fields are shown. */
  scope: string | undefined
  onChange: (scope: string) => void
}

/** Fields for a topic, with the apps that will be able to read it. */
export function TopicFields({ scope = DEFAULT_SCOPE, onChange }: TopicFieldsProps) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reports once that the topic is on the screen.
  useEffect(() => onChange(scope), [])
  return (
    <>
      <TopicPicker scope={scope} onChange={onChange} />
      <Readers scope={scope} />
    </>
  )
}
