import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { Shape } from '../api/client.ts'
import { useRefresh } from '../api/session.ts'
import { useDeed } from '../ui/deed.ts'
import { Trouble } from '../ui/trouble.tsx'
import { memoriesChanged } from './memory.ts'
import { upload } from './upload.ts'

const MEGABYTE = 1024 * 1024

/** Leads to the whole store, and the chats, as a file. */
export function CarryOut() {
  return (
    <Group>
      <Button component="a" variant="default" href="/v1/export" download="memories.jsonl">
        Export everything
      </Button>
    </Group>
  )
}

/** Takes such a file in, telling how far it has come. What is there already is left alone. */
export function TakeIn() {
  const [sent, setSent] = useState<{ bytes: number; of: number }>()
  const [done, setDone] = useState<Shape<'Imported'>>()
  const refresh = useRefresh()
  const deed = useDeed()
  const take = (file: File | null) => {
    if (!file) return
    setDone(undefined)
    setSent({ bytes: 0, of: file.size })
    deed.run(async () => {
      try {
        setDone(await upload(file, (bytes) => setSent({ bytes, of: file.size })))
        await Promise.all([memoriesChanged(), refresh('chats')])
      } finally {
        setSent(undefined)
      }
    })
  }
  return (
    <Stack gap="xs">
      <Group>
        <FileButton onChange={take} accept=".jsonl,.ndjson,.json,.txt,application/x-ndjson">
          {(props) => (
            <Button variant="default" loading={deed.busy} {...props}>
              Import a file
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          An export, or a text file with one memory a line. Importing the same file twice does no harm.
        </Text>
      </Group>
      {sent && <Sent {...sent} />}
      {done && <Result {...done} />}
      {deed.error !== undefined && <Trouble error={deed.error} />}
    </Stack>
  )
}

function Sent({ bytes, of }: { bytes: number; of: number }) {
  const share = of ? (100 * bytes) / of : 100
  return (
    <div>
      <Progress value={share} animated aria-label="How much of the file is sent" />
      <Text size="xs" c="dimmed" role="status">
        {share < 100
          ? `${(bytes / MEGABYTE).toFixed(1)} of ${(of / MEGABYTE).toFixed(1)} MB sent`
          : 'All sent; the last lines are being kept.'}
      </Text>
    </div>
  )
}

function Result({ imported, skipped, errors, errorCount }: Shape<'Imported'>) {
  return (
    <Stack gap={4} role="status">
      <Text size="sm">
        {imported.toLocaleString()} new, {skipped.toLocaleString()} were there already
        {errorCount > 0 && `, ${errorCount.toLocaleString()} could not be kept`}.
      </Text>
      {errors.length > 0 && (
        <ul className="plain-list">
          {errors.map(({ line, message }) => (
            <li key={line}>
              <Text size="xs" c="dimmed">
                Line {line}: {message}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Stack>
  )
}
