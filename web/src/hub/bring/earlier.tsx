import { t } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Group, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Shape } from '../../api/client.ts'
import { importsQuery } from '../../api/hub/import-queries.ts'
import { formatList, formatNumber } from '../../i18n/format.ts'
import { ErrorAlert } from '../../ui/error-alert.tsx'
import { Timestamp } from '../../ui/timestamp.tsx'
import utilities from '../../ui/utilities.module.css'
import { amount } from './amounts.ts'
import css from './bring.module.css'
import { ReadingState } from './reading.tsx'
import { TakeBackImport } from './take-back.tsx'

/** Earlier imports, each of which can be taken back. */
export function EarlierImports() {
  const { data, error, refetch } = useQuery(importsQuery)
  if (error && !data) return <ErrorAlert error={error} retry={refetch} />
  if (!data?.items.length) return null
  return (
    <Stack component="section" gap="xs" aria-labelledby="earlier">
      <Title order={2} size="h4" id="earlier">
        <Trans>Earlier imports</Trans>
      </Title>
      <ul className={css.groups}>
        {data.items.map((record) => (
          <li key={record.id} className={css.group}>
            <Earlier record={record} hasModel={data.reader !== null} />
          </li>
        ))}
      </ul>
    </Stack>
  )
}

function Earlier({ record, hasModel }: { record: Shape<'ImportRecord'>; hasModel: boolean }) {
  const { label, createdAt, finishedAt, takenBackAt, counts } = record
  const { memories, updated, chats, candidates } = counts
  const amounts = [amount(memories, 'memory'), amount(chats, 'chat'), amount(candidates, 'suggestion')]
  const stored = formatList(updated > 0 ? [...amounts, t`${formatNumber(updated)} updated`] : amounts, 'unit')
  const state = takenBackAt === null ? t`not finished: choose the same file to continue` : t`taken back`
  return (
    <Group justify="space-between" gap="sm">
      <div className={utilities.breakWords}>
        <Text size="sm" fw={600}>
          {label}
        </Text>
        <Text size="xs" c="dimmed">
          <Timestamp at={createdAt} /> · {stored}
          {(takenBackAt !== null || finishedAt === null) && ` · ${state}`}
        </Text>
        {takenBackAt === null && hasModel && counts.chats > 0 && <ReadingState record={record} />}
      </div>
      {takenBackAt === null && <TakeBackImport record={record} />}
    </Group>
  )
}
