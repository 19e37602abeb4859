import { Readers, TopicPicker } from './topic-picker.tsx'

interface TopicFieldsProps {
  /** `undefined` until a topic is chosen. */
  scope: string | undefined
  onChange: (scope: string) => void
}

/** Fields for a topic, with the apps that will be able to read it. */
export function TopicFields({ scope, onChange }: TopicFieldsProps) {
  return (
    <>
      <TopicPicker scope={scope ?? ''} onChange={onChange} />
      {scope && <Readers scope={scope} />}
    </>
  )
}
