import { Button, FileButton, Group, Progress, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { queryKeys } from '../../api/queries.ts'
import { invalidate } from '../../api/query-client.ts'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import utilities from '../../ui/utilities.module.css'
import { invalidateMemories } from '../memories/memory.ts'
import { upload } from './upload.ts'

const MEGABYTE = 1024 * 1024

/** Downloads all memories and chats as one file. */
export function ExportButton() {
  const action = useAction()
  // Asks for the password first if the last sign-in is too long ago for an export.
  const download = () =>
    action.run(async () => {
      await unwrap(api.POST('/v1/auth/confirm', { body: {} }))
      location.assign('/v1/export')
    })
  return (
    <Stack gap="sm">
      <Group>
        <Button variant="default" onClick={download} loading={action.busy}>
          Export everything
        </Button>
      </Group>
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </Stack>
  )
}

/** Imports an exported file and shows the progress. Memories that already exist are skipped. */
export function ImportForm() {
  const [progress, setProgress] = useState<{ bytes: number; of: number }>()
  const [result, setResult] = useState<Shape<'Imported'>>()
  const action = useAction()
  const importFile = (file: File | null) => {
    if (!file) return
    setResult(undefined)
    setProgress({ bytes: 0, of: file.size })
    action.run(async () => {
      try {
        setResult(await upload(file, (bytes) => setProgress({ bytes, of: file.size })))
        await Promise.all([invalidateMemories(), invalidate(queryKeys.chats)])
      } finally {
        setProgress(undefined)
      }
    })
  }
  return (
    <Stack gap="xs">
      <Group>
        <FileButton onChange={importFile} accept=".jsonl,.ndjson,.json,.txt,application/x-ndjson">
          {(props) => (
            <Button variant="default" loading={action.busy} {...props}>
              Import a file
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed">
          An export, or a text file with one memory a line. Importing the same file twice does no harm.
        </Text>
      </Group>
      {progress && <UploadProgress {...progress} />}
      {result && <Result {...result} />}
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </Stack>
  )
}

function UploadProgress({ bytes, of }: { bytes: number; of: number }) {
  const share = of ? (100 * bytes) / of : 100
  return (
    <div>
      <Progress value={share} animated aria-label="How much of the file is sent" />
      <Text size="xs" c="dimmed" role="status">
        {share < 100
          ? `${(bytes / MEGABYTE).toFixed(1)} of ${(of / MEGABYTE).toFixed(1)} MB sent`
          : 'All sent; the last lines are being saved.'}
      </Text>
    </div>
  )
}

function Result({ imported, skipped, errors, errorCount }: Shape<'Imported'>) {
  return (
    <Stack gap={4} role="status">
      <Text size="sm">
        {imported.toLocaleString()} new, {skipped.toLocaleString()} were there already
        {errorCount > 0 && `, ${errorCount.toLocaleString()} could not be stored`}.
      </Text>
      {errors.length > 0 && (
        <ul className={utilities.plainList}>
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
