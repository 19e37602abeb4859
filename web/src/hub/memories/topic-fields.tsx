import { Readers, TopicPicker } from './topic-picker.tsx'

/** Fields for a topic, with the apps that will be able to read it. */
export function TopicFields({ scope, onChange }: { scope: string; onChange: (scope: string) => void }) {
  return (
    <>
      <TopicPicker scope={scope} onChange={onChange} />
      <Readers scope={scope} />
    </>
  )
}
