import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Stack, Text, Title } from '@mantine/core'
import { BackLink } from '../../ui/back-link.tsx'
import { PageTitle } from '../../ui/page-title.tsx'
import { HUB } from '../../urls.ts'
import { ExportButtons } from '../settings/export.tsx'
import { Choose } from './choose.tsx'
import { EarlierImports } from './earlier.tsx'
import { Preview } from './preview.tsx'
import { ImportProgress } from './progress.tsx'
import { useImport } from './use-import.ts'

/** Brings memories and chats of other services, and takes one's own elsewhere. */
export function Bring() {
  const { state, read, start, ...actions } = useImport()
  return (
    <Stack gap={40}>
      <PageTitle
        title={t`Bring your memories`}
        lead={t`From ChatGPT, Claude, Gemini, notes and other memory systems.`}
        above={<BackLink to={HUB.memories} label={t`Memories`} />}
      />
      {state.step === 'choose' && <Choose error={state.error} onRead={read} />}
      {state.step === 'preview' && (
        <Preview
          preview={state.preview}
          error={state.error}
          onStart={(selection, withModel) => start(state.preview, selection, withModel)}
          onCancel={actions.reset}
        />
      )}
      <ImportProgress state={state} {...actions} />
      {state.step === 'choose' && <EarlierImports />}
      <Stack component="section" gap="md" aria-labelledby="elsewhere">
        <div>
          <Title order={2} size="h4" id="elsewhere">
            <Trans>Take your memories elsewhere</Trans>
          </Title>
          <Text c="dimmed">
            <Trans>They are yours. Each format is one file.</Trans>
          </Text>
        </div>
        <ExportButtons />
      </Stack>
    </Stack>
  )
}
