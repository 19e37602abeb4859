import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, FileButton, Group, Stack, Tabs, Text, Textarea, Title } from '@mantine/core'
import FileDown from 'lucide-react/icons/file-down'
import { type DragEvent, type FormEvent, useState } from 'react'
import { CopyField } from '../../ui/copy-field.tsx'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import css from './bring.module.css'
import { Refusal } from './reader.ts'
import { RefusalAlert } from './refusal-alert.tsx'
import { howTo, question } from './sources.ts'

interface ChooseProps {
  error: unknown
  onRead: (files: readonly Blob[], text: string) => void
}

/** Takes files or pasted text, and says how to get them. */
export function Choose({ error, onRead }: ChooseProps) {
  const [problem, setProblem] = useState<Refusal>()
  const [isOver, setIsOver] = useState(false)
  const choose = (files: readonly File[]) => {
    setProblem(undefined)
    if (files.length) onRead(files, '')
  }
  const drop = (event: DragEvent) => {
    event.preventDefault()
    setIsOver(false)
    const { items, files } = event.dataTransfer
    if ([...items].some((item) => item.webkitGetAsEntry()?.isDirectory))
      setProblem(new Refusal(t`This is a folder. Compress it to a zip file first, and drop that here.`))
    else choose([...files])
  }
  const shown = problem ?? error
  return (
    <Stack gap="lg">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the button is for keyboards. */}
      <div
        className={css.drop}
        data-over={isOver || undefined}
        onDragOver={(event) => {
          event.preventDefault()
          setIsOver(true)
        }}
        onDragLeave={() => setIsOver(false)}
        onDrop={drop}
      >
        <FileDown size={28} aria-hidden />
        <Text fw={600}>
          <Trans>Drop an export here</Trans>
        </Text>
        <FileButton onChange={choose} multiple>
          {(props) => (
            <Button {...props}>
              <Trans>Choose files</Trans>
            </Button>
          )}
        </FileButton>
        <Text size="sm" c="dimmed" ta="center" maw={420}>
          <Trans>It is read on this device. You see what is in it first, and nothing is sent before you confirm.</Trans>
        </Text>
      </div>
      {shown instanceof Refusal ? (
        <RefusalAlert refusal={shown} />
      ) : (
        shown !== undefined && <ErrorAlert error={shown} />
      )}
      <Paste onRead={(text) => onRead([], text)} />
      <HowToGetIt />
    </Stack>
  )
}

function Paste({ onRead }: { onRead: (text: string) => void }) {
  const [text, setText] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (text.trim()) onRead(text)
  }
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Textarea
          label={t`Or paste text`}
          description={t`Such as saved memories of an assistant, one a line.`}
          autosize
          minRows={3}
          maxRows={12}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Group>
          <Button type="submit" variant="default" disabled={!text.trim()}>
            <Trans>Read the text</Trans>
          </Button>
        </Group>
      </Stack>
    </form>
  )
}

function HowToGetIt() {
  const sources = howTo()
  return (
    <Stack component="section" gap="sm" aria-labelledby="how-to">
      <Title order={2} size="h4" id="how-to">
        <Trans>How to get it</Trans>
      </Title>
      <Tabs variant="pills" defaultValue={sources[0]?.name} keepMounted={false}>
        <Tabs.List mb="sm" className={css.sources}>
          {sources.map(({ name }) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {sources.map(({ name, steps }) => (
          <Tabs.Panel key={name} value={name}>
            <ol className={css.steps}>
              {steps.map((step) => (
                <li key={step}>
                  <Text size="sm">{step}</Text>
                </li>
              ))}
            </ol>
          </Tabs.Panel>
        ))}
      </Tabs>
      <Text size="sm" c="dimmed">
        <Trans>
          An assistant without an export can list what it remembers. Ask it this, and paste its answer above.
        </Trans>
      </Text>
      <CopyField label={t`What to ask`} value={question()} />
    </Stack>
  )
}
