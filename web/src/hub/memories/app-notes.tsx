import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Text } from '@mantine/core'
import { Definition, DefinitionList } from '../../ui/definition-list.tsx'
import { withMarks } from '../../ui/hidden-characters.ts'
import utilities from '../../ui/utilities.module.css'
import type { Memory } from './memory.ts'
import { Source } from './source.tsx'

/** What the app that wrote a memory keeps with it for its own use: its id there, and its fields. */
export function AppNotes({ memory: { externalId, metadata, sourceApp } }: { memory: Memory }) {
  const fields = Object.entries(metadata ?? {})
  if (externalId === null && !fields.length) return null
  return (
    <details>
      <summary>
        <Trans>
          What <Source slug={sourceApp} /> noted with it
        </Trans>
      </summary>
      <Text size="xs" c="dimmed" my={6}>
        {sourceApp === null ? t`Only you can see this.` : t`For its own use. Only it and you can see this.`}
      </Text>
      <DefinitionList>
        {externalId !== null && (
          <Definition name={t`Reference`}>
            <span className={utilities.breakWords}>{withMarks(externalId)}</span>
          </Definition>
        )}
        {fields.map(([name, value]) => (
          <Definition key={name} name={name}>
            <span className={utilities.breakWords} dir="auto">
              {withMarks(String(value))}
            </span>
          </Definition>
        ))}
      </DefinitionList>
    </details>
  )
}
