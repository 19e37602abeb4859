import { Code } from '@mantine/core'
import { Empty } from '../ui/empty.tsx'
import { ButtonLink } from '../ui/link.tsx'
import { HUB } from '../urls.ts'

/** What stands where one would write to the assistant, on a server that has no chat model. */
export function NoModel() {
  return (
    <Empty
      title="No assistant on this server yet"
      action={
        <ButtonLink to={HUB.memories} variant="default">
          Look at your memories
        </ButtonLink>
      }
    >
      It has no chat model to reply with. Whoever runs the server names one in <Code>MODEL_URL</Code> and starts it
      again; then you can write here. Everything else works.
    </Empty>
  )
}
