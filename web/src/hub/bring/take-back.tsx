import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { api, type Shape, unwrap } from '../../api/client.ts'
import { formatNumber } from '../../i18n/format.ts'
import { Confirm } from '../../ui/confirm.tsx'
import { notify } from '../../ui/notify.ts'
import { amount } from './amounts.ts'
import { invalidateImported } from './use-import.ts'

interface TakeBackImportProps {
  record: Shape<'ImportRecord'>
  /** Called when it was taken back. */
  onDone?: () => void
}

/** Takes an import back as a whole. */
export function TakeBackImport({ record, onDone }: TakeBackImportProps) {
  const [asking, setAsking] = useState(false)
  const takeBack = async () => {
    const path = { params: { path: { id: record.id } } }
    const { memories, restored, chats, candidates, skipped } = await unwrap(api.POST('/v1/imports/{id}/undo', path))
    await invalidateImported()
    const parts = [
      t`Removed: ${amount(memories, 'memory')}, ${amount(chats, 'chat')}, ${amount(candidates, 'suggestion')}.`,
      restored > 0 && t`With their earlier text again: ${amount(restored, 'memory')}.`,
      skipped > 0 && t`Changed since, and left as they are: ${formatNumber(skipped)}.`,
    ]
    notify({ title: t`The import was taken back`, message: parts.filter(Boolean).join(' ') })
    onDone?.()
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)} aria-label={t`Take back: ${record.label}`}>
        <Trans>Take it back</Trans>
      </Button>
      <Confirm
        title={t`Take back this import?`}
        submitLabel={t`Take it back`}
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={takeBack}
      >
        <Text size="sm">
          <Trans>
            Everything that “{record.label}” stored is removed, except what you changed or kept since. Memories move to
            the trash.
          </Trans>
        </Text>
      </Confirm>
    </>
  )
}
