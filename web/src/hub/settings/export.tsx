import { i18n } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Button, Group, Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { api, unwrap } from '../../api/client.ts'
import { useAction } from '../../ui/action.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import utilities from '../../ui/utilities.module.css'
import css from './export.module.css'

/** The formats beside our own, which holds everything. */
const FORMATS = [
  {
    format: 'pam',
    label: msg`Portable AI Memory`,
    about: msg`For services that read PAM 1.0: memories with their dates.`,
  },
  { format: 'mif', label: msg`Memory Interchange Format`, about: msg`For services that read MIF 2.` },
  {
    format: 'markdown',
    label: msg`Markdown notes`,
    about: msg`A zip file with a note for each topic: what is true now.`,
  },
  { format: 'prompt', label: msg`Text for an assistant`, about: msg`To paste into another assistant.` },
] as const

/** Downloads the file at an address of the service; asks for the password first if the last sign-in is too long ago. */
function useDownload() {
  const action = useAction()
  const download = (address: string) =>
    action.run(async () => {
      await unwrap(api.POST('/v1/auth/confirm', { body: {} }))
      location.assign(address)
    })
  return { action, download }
}

/** Downloads all memories and chats as one file. `children` are buttons beside it. */
export function ExportButton({ children }: { children: ReactNode }) {
  const { action, download } = useDownload()
  return (
    <Stack gap="sm">
      <Group>
        <Button variant="default" onClick={() => download('/v1/export')} loading={action.busy}>
          <Trans>Export everything</Trans>
        </Button>
        {children}
      </Group>
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </Stack>
  )
}

/** Downloads the memories in one of several formats. */
export function ExportButtons() {
  const { action, download } = useDownload()
  return (
    <div className={css.formats}>
      <Format about={t`JSON Lines with history and chats. It can be imported here again.`}>
        <Button variant="default" onClick={() => download('/v1/export')} data-disabled={action.busy}>
          <Trans>Export everything</Trans>
        </Button>
      </Format>
      {FORMATS.map(({ format, label, about }) => (
        <Format key={format} about={i18n._(about)}>
          <Button variant="default" onClick={() => download(`/v1/export?format=${format}`)} data-disabled={action.busy}>
            {i18n._(label)}
          </Button>
        </Format>
      ))}
      {action.error !== undefined && <ErrorAlert error={action.error} />}
    </div>
  )
}

function Format({ about, children }: { about: string; children: ReactNode }) {
  return (
    <div className={css.format}>
      {children}
      <Text size="sm" c="dimmed" className={utilities.breakWords}>
        {about}
      </Text>
    </div>
  )
}
