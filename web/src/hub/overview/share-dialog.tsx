import { plural, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Checkbox, Group, Stack, Text } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useSession } from '../../api/session.ts'
import { formatNumber } from '../../i18n/format.ts'
import { memoriesIn } from '../../ui/counts.ts'
import { Dialog } from '../../ui/dialog.tsx'
import { PRODUCT } from '../../ui/page-title.tsx'
import { topicName } from '../../ui/topic-name.ts'
import type { Life } from './life.ts'
import { yearName } from './month-names.ts'
import { drawPicture, PICTURE_HEIGHT, PICTURE_WIDTH } from './picture.ts'
import css from './share-dialog.module.css'

const FILE_NAME = 'my-life-so-far.png'
const FILE_TYPE = 'image/png'

interface ShareDialogProps {
  life: Life
  /** Topics that are left out at first. */
  sensitive: readonly string[]
  opened: boolean
  onClose: () => void
}

/** Makes a picture of the topics over time, to save or to send on. It is drawn in the browser and stored nowhere. */
export function ShareDialog({ opened, onClose, ...props }: ShareDialogProps) {
  return (
    <Dialog opened={opened} onClose={onClose} title={t`Share a picture`} size="lg">
      <Picture {...props} />
    </Dialog>
  )
}

function Picture({ life, sensitive }: Pick<ShareDialogProps, 'life' | 'sensitive'>) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(life.topics.map(({ topic }) => topic).filter((topic) => !sensitive.includes(topic))),
  )
  const name = useSession('user').data?.name
  const [isNamed, setNamed] = useState(false)
  const canvas = useRef<HTMLCanvasElement>(null)
  const topics = life.topics.filter(({ topic }) => chosen.has(topic))
  const total = topics.reduce((sum, { count }) => sum + count, 0)
  const [first, last] = [yearName(life.since), yearName(life.until)]
  const count = plural(topics.length, { one: '# topic', other: '# topics' })
  const title = isNamed && name ? name : t`My life so far`
  const years = first === last ? first : `${first}–${last}`
  const lead = `${years} · ${memoriesIn(total)} · ${count}`
  const texts = {
    title,
    number: formatNumber(total),
    unit: plural(total, { one: 'memory', other: 'memories' }),
    span: `${years} · ${count}`,
    foot: PRODUCT,
  }

  useEffect(() => {
    if (canvas.current) drawPicture(canvas.current, { ...life, topics }, texts)
  })

  const withFile = (use: (file: File) => unknown) =>
    canvas.current?.toBlob((blob) => blob && use(new File([blob], FILE_NAME, { type: FILE_TYPE })), FILE_TYPE)
  const save = (file: File) => {
    const link = document.createElement('a')
    link.href = URL.createObjectURL(file)
    link.download = FILE_NAME
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href))
  }
  // Closing the system's dialog rejects.
  const share = (file: File) => navigator.share({ files: [file] }).catch(() => {})

  return (
    <div className={css.columns}>
      <Stack gap="sm">
        <canvas
          ref={canvas}
          width={PICTURE_WIDTH}
          height={PICTURE_HEIGHT}
          className={css.picture}
          role="img"
          aria-label={`${title}. ${lead}`}
        />
        <Group gap="xs">
          <Button disabled={!topics.length} onClick={() => withFile(save)}>
            <Trans>Save the picture</Trans>
          </Button>
          {canShareFiles() && (
            <Button variant="default" disabled={!topics.length} onClick={() => withFile(share)}>
              <Trans>Send it…</Trans>
            </Button>
          )}
        </Group>
      </Stack>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          <Trans>It shows topics and numbers, and nothing of what your memories say.</Trans>
        </Text>
        <Checkbox.Group
          label={t`Topics in the picture`}
          value={[...chosen]}
          onChange={(topics) => setChosen(new Set(topics))}
        >
          <Stack gap={6} mt={6}>
            {life.topics.map(({ topic }) => (
              <Checkbox key={topic} value={topic} label={topicName(topic)} />
            ))}
          </Stack>
        </Checkbox.Group>
        {name && (
          <Checkbox
            label={t`With my name`}
            checked={isNamed}
            onChange={(event) => setNamed(event.currentTarget.checked)}
          />
        )}
      </Stack>
    </div>
  )
}

const canShareFiles = () => navigator.canShare?.({ files: [new File([], FILE_NAME, { type: FILE_TYPE })] }) ?? false
